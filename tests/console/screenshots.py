"""Takes the pictures of docs/console/: every page at the size of a phone and of a display, light and dark.

    wff-table simulate tests/scenarios/illegal/unannounced-bonus.txt --out FOLDER --fps 4
    python -m tests.console.screenshots FOLDER

The folder holds the camera's pictures of the flag that is shown.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import cv2
from PIL import Image
from playwright.sync_api import sync_playwright

from table.console.gate import COOKIE
from tests.console.browser import launched
from tests.console.house import GOAL_SET, ROLL, House

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "console"
PHONE, DISPLAY = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}
FIRST_SHAKE = (
    "Ben moves K to permitted",
    "Cal moves i to required",
    "Ann moves s to permitted",
    "Ben lifts the block",
    "Ben says now",
    "the block is returned",
    "Cal joins the challenger",
    "Ben presents a solution",
    "Cal presents a solution",
    "Ann accepts Ben's solution",
    "Cal accepts Ben's solution",
    "Ann rejects Cal's solution: a rule is used incorrectly (VII-C-5(c))",
    "Ben rejects Cal's solution: a rule is used incorrectly (VII-C-5(c))",
)
SECOND_SHAKE = (
    f"Ben rolls {ROLL}",
    "Ben moves Ksr to goal",
    "Ben says goal",
    "Cal lifts the block",
    "Cal says now",
    "the block is returned",
    "Cal moves p to forbidden",
    "Cal moves q to required",
)
PROOF = "p, Cpq -> q\n1  p     s\n2  Cpq   s\n3  q     Ko, 1, 2\n\nsolution: p, Cpq / Co"
TAKEN = 57_000
"""When the camera saw the flagged move, in the pictures' own time."""


def main(folder: Path) -> None:
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        house = House(Path(scratch), mat=True)
        house.say(*GOAL_SET, *FIRST_SHAKE, wait=9_000)
        house.say(*SECOND_SHAKE, wait=6_000)
        flag = next(f for f in house.match.flags.values() if f.kind == "unannounced-bonus")
        _keep(house, folder, flag.at)
        house.clock.advance(14_000)
        with house.open() as visitor:
            visitor.another().become("staff").post("/staff/backup")
            browser = launched(playwright)
            for name, (role, path) in _pages(flag.id).items():
                for size, scheme in (("phone", "dark"), ("display", "light")):
                    _shoot(browser, house, visitor, role, path, DOCS / f"{name}-{size}.png", size, scheme)
            browser.close()
        house.session.close()


def _pages(flag: str) -> dict[str, tuple[str, str]]:
    return {
        "table": ("", "/table"),
        "screen": ("screen", "/table"),
        "flags": ("judge", "/judge"),
        "flag": ("judge", f"/judge/flags/{flag}"),
        "desk": ("head", "/judge/desk"),
        "proof": ("judge", "/judge/proof"),
        "timeline": ("judge", "/judge/timeline"),
        "staff": ("staff", "/staff"),
        "login": ("", "/login"),
        "pair": ("", "/pair"),
    }


def _shoot(browser, house, visitor, role, path, file, size, scheme) -> None:
    context = browser.new_context(
        viewport=PHONE if size == "phone" else DISPLAY,
        color_scheme=scheme,
        base_url=f"http://127.0.0.1:{house.port}",
        device_scale_factor=1,
    )
    if role:
        one = visitor.another()
        one.pair() if role == "screen" else one.become(role)
        context.add_cookies([{"name": COOKIE, "value": one.client.cookies[COOKIE], "url": str(one.client.base_url)}])
    page = context.new_page()
    page.goto(path)
    page.locator("#main").wait_for()
    if path == "/judge/proof":
        page.get_by_label("Solution and proof").fill(PROOF)
        page.get_by_role("button", name="Check it", exact=True).click()
        page.locator("#answer").wait_for()
    if path == "/table":
        page.locator("#left:not(:empty)").wait_for()
    for picture in page.locator("main img:visible").all():
        picture.evaluate("(img) => img.decode()")
    whole = size == "phone" or path not in ("/table", "/judge/timeline")
    page.screenshot(path=str(file), full_page=whole)
    context.close()
    picture = Image.open(file).convert("RGB")
    if picture.width > 1280:
        picture = picture.resize((1280, picture.height * 1280 // picture.width), Image.Resampling.LANCZOS)
    picture.quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)


def _keep(house: House, folder: Path, at: int) -> None:
    """The camera's pictures around the flag, as the table would have kept them."""
    for line in (folder / "frames.jsonl").read_text().splitlines():
        frame = json.loads(line)
        if abs(frame["at"] - TAKEN) <= 6_000:
            picture = cv2.resize(cv2.imread(str(folder / frame["file"])), (640, 480), interpolation=cv2.INTER_AREA)
            house.frames.write(at + frame["at"] - TAKEN, cv2.imencode(".jpg", picture)[1].tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
