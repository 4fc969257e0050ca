"""Real clicks in a real browser: a judge at work, a round by the screen's buttons, two judges at once, the gate."""

import re
from functools import cache
from pathlib import Path

import pytest

from table.console.gate import COOKIE
from table.language.scenario import ScenarioFault, parse, prologue
from table.language.sentences import understand
from table.rules import events as ev
from table.rules.tournament.flag_kinds import FLAG_KINDS
from tests.console.browser import CONTRAST, launched, need_chromium
from tests.console.house import GOAL_SET, ROLL, House

try:
    from playwright.sync_api import expect, sync_playwright
except ImportError:
    expect = sync_playwright = None  # type: ignore[assignment]  # then these tests are skipped

SCENARIOS = Path(__file__).parent.parent / "scenarios"
PAGE_WAIT_MS = 20_000
DISPLAY, PHONE = {"width": 1920, "height": 1080}, {"width": 390, "height": 844}

pytestmark = [
    pytest.mark.flaky(reruns=2),  # a browser is a machine of its own, and may be late once on a loaded one
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def chromium():
    need_chromium()
    expect.set_options(timeout=PAGE_WAIT_MS)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def people(chromium, house, visitor):
    """Opens a browser for somebody: of a role, a screen, or anyone. Whatever the page complains of fails the test."""
    complaints, contexts = [], []

    def somebody(role="", by="JD", **more):
        context = chromium.new_context(base_url=f"http://127.0.0.1:{house.port}", reduced_motion="reduce", **more)
        contexts.append(context)
        context.set_default_timeout(PAGE_WAIT_MS)
        if role:
            one = visitor.another()
            one.pair() if role == "screen" else one.become(role, by)
            cookie = {"name": COOKIE, "value": one.client.cookies[COOKIE], "url": f"http://127.0.0.1:{house.port}"}
            context.add_cookies([cookie | {"httpOnly": True, "sameSite": "Strict"}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        return page

    yield somebody
    for context in contexts:
        context.close()
    assert complaints == []


def shown(page, text):
    page.get_by_text(text).first.wait_for()


# --- a judge settles each kind of flag ---


@cache
def scenarios():
    return [(path, path.read_text()) for path in sorted(SCENARIOS.rglob("*.txt"))]


def play_until_flagged(house, kind):
    """Play a scenario in which such a flag is raised, as a match of its own; ends when it is there."""
    for path, text in scenarios():
        if f"flag {kind} " not in text:
            continue
        scenario = parse(text, path.stem)
        base = house.clock.now() + 1000
        house.session.catch_up()
        for step in [*prologue(scenario, scenario.editions[0], scenario.divisions[0]), *scenario.lines]:
            if isinstance(step, ScenarioFault) or not hasattr(step, "sentence"):
                at = getattr(step, "at", None)
                if at is not None and isinstance(at, int):
                    house.clock.set(max(house.clock.now(), base + at))
                    house.session.append(ev.Time(), "clock")
            else:
                house.clock.set(max(house.clock.now(), base + step.t))
                at = base + step.at if isinstance(step.at, int) else tuple(base + t for t in step.at)
                for event in understand(step.sentence, house.session.match).events:
                    house.session.append(event, "staff", at)
            match = house.session.match
            found = [f for f in match.flags.values() if f.kind == kind and f.status not in ("upheld", "dismissed")]
            if match.opened >= base and found:
                house.settle()
                return found[-1].id
    raise AssertionError(f"no scenario raises {kind}")


def test_a_judge_settles_each_kind_of_flag(house, people):
    house.say(*GOAL_SET)
    page = people("judge", "JD")
    page.goto("/judge")
    for number, kind in enumerate(FLAG_KINDS):
        flag = play_until_flagged(house, kind)
        page.locator(f'a[href="/judge/flags/{flag.replace("@", "%40")}"]').click()
        shown(page, "Your ruling")
        page.get_by_label("Note").fill(f"number {number}")
        page.get_by_role("button", name="Uphold" if number % 2 else "Dismiss").click()
        page.wait_for_url("**/judge")
        status = house.match.flags[flag].status
        assert status == ("upheld" if number % 2 else "dismissed"), kind


# --- a whole round by the buttons of the table's page ---


def test_a_whole_round_by_the_buttons_of_the_screen(house, people):  # noqa: PLR0915  a round is long
    staff = people("staff")
    staff.goto("/staff")
    staff.get_by_label("Name of the match").fill("round-1")
    for seat, name in enumerate(("Ann", "Ben", "Cal"), 1):
        staff.get_by_role("textbox", name=f"Seat {seat}").fill(name)
    staff.get_by_role("button", name="Open the match").click()
    staff.get_by_role("button", name="Start the round").click()
    shown(staff, "Close the round")
    staff.get_by_role("button", name="Make a code").click()
    code = staff.locator("strong.code").inner_text()

    table = people()
    table.goto("/table")
    table.get_by_role("link", name="Pair this screen").click()
    table.get_by_label("Code").fill(code)
    table.get_by_role("button", name="Pair").click()
    seats = [table.locator(f'[data-part="seat:{n}"]') for n in range(3)]

    def press(seat, words):
        house.clock.advance(1500)
        seats[seat].get_by_role("button", name=words).click()

    house.say("Ann rolls A for the first Goal", "Ben rolls K for the first Goal", "Cal rolls E for the first Goal")
    press(0, "Ready")
    shown(table, "Ann sets the Goal")
    house.say(f"Ann rolls {ROLL}", "Ann moves Ksr to goal")
    press(0, "Goal")
    shown(table, "Ben's turn")
    press(1, "Bonus")
    shown(table, "Bonus was said")
    house.say("Ben moves N to forbidden", "Ben moves K to permitted", "Cal moves i to required")
    house.say("Ann moves s to permitted", "Ann moves p to permitted")
    press(2, "Charge illegal procedure")
    table.get_by_label("A cube beyond those a turn allows").check()
    table.locator("#charge").get_by_role("button", name="Charge").click()
    shown(table, "Cal charges Ann")
    house.say("Ann moves p to resources", "Ben lifts the block")
    press(1, "Now")
    shown(table, "Ben writes")
    house.say("the block is returned")
    press(2, "Join Ben")
    press(1, "Solution ready")
    press(2, "Solution ready")
    shown(table, "Ben's solution")
    press(0, "Accept Ben")
    press(2, "Accept Ben")
    shown(table, "Cal's solution")
    press(1, "Extra minute")
    table.get_by_role("button", name="Yes").click()
    press(0, "Reject Cal")
    table.get_by_label("A rule is used incorrectly").check()
    table.get_by_role("button", name="Reject the solution").click()
    press(1, "Accept Cal")
    shown(table, "Shake 1: Ann 2, Ben 6, Cal 2")
    assert [s.scores for s in house.match.shakes] == [{"Ann": 2, "Ben": 6, "Cal": 2}]
    assert house.match.total("Ben") == 5  # the extra minute cost one

    house.clock.advance(36 * 60_000)
    shown(table, "Sign the sheet")
    for seat in range(3):
        press(seat, "Sign")
        table.get_by_role("button", name="Yes").click()
        table.locator(f'[data-part="seat:{seat}"]').get_by_role("button", name="Sign").wait_for(state="detached")
    assert sorted(house.match.signatures) == ["Ann", "Ben", "Cal"]
    staff.get_by_role("button", name="Close the round").click()
    staff.get_by_role("button", name="Yes").click()
    shown(table, "The round is over")
    assert house.match.flags.keys() == {f for f in house.match.flags if f.startswith("extra-cube")}


# --- two judges at once, and what changes by itself ---


def test_of_two_judges_one_wins_and_the_other_is_told(house, people):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    (flag,) = house.match.flags
    first, second = people("judge", "AA"), people("judge", "BB", viewport=PHONE, color_scheme="dark")
    for page in (first, second):
        page.goto(f"/judge/flags/{flag}")
    first.get_by_role("button", name="Uphold").click()
    first.wait_for_url("**/judge")
    shown(second, "upheld by AA")
    second.get_by_role("button", name="Dismiss").click()
    shown(second, "Another judge was first: AA has it upheld")
    assert [status for status, _, _ in house.match.flags[flag].history] == ["raised", "upheld"]


def test_a_new_flag_comes_to_the_queue_by_itself_with_its_count(house, people):
    house.say(*GOAL_SET)
    page = people("judge")
    page.goto("/judge")
    shown(page, "No flags")
    page.get_by_role("button", name="Sound is off").click()
    shown(page, "Sound is on")
    house.say("Ben moves p to forbidden", "Ben moves q to required")
    page.get_by_role("link", name=re.compile("unannounced bonus")).wait_for()
    expect(page).to_have_title(re.compile(r"^\(1\) Flags"))


def test_the_desk_and_the_staffs_page_offer_what_can_be_done_now(house, people):
    house.say(*GOAL_SET[:1])
    judge, staff = people("judge"), people("staff")
    judge.goto("/judge/desk")
    staff.goto("/staff")
    staff.get_by_role("button", name="Start the round").wait_for()
    house.say("the round starts", "judge AA stops the clocks")
    judge.get_by_role("button", name="Let them run").wait_for()
    judge.get_by_role("button", name="Stop the clocks").wait_for(state="hidden")
    staff.get_by_role("button", name="Close the round").wait_for()
    staff.get_by_role("button", name="Start the round").wait_for(state="hidden")


def test_a_press_is_not_lost_when_the_queue_changes_under_it(house, people):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    (flag,) = house.match.flags
    page = people("judge")
    page.goto("/judge")
    page.get_by_role("link", name=re.compile("unannounced bonus")).hover()
    page.mouse.down()
    house.say("Cal moves r to required", "Cal moves r to permitted")
    expect(page.locator("#open-flags")).to_have_attribute("data-count", "2")
    page.mouse.up()
    page.wait_for_url(f"**/judge/flags/{flag.replace('@', '%40')}")


def test_parts_that_are_as_they_were_are_left_alone(house, people):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    page = people("judge")
    page.add_init_script("""document.addEventListener("DOMContentLoaded", () => {
      for (const el of document.querySelectorAll("[data-part] > *")) el.dataset.first = "1";
    }, {once: true}); document.addEventListener("letter", () => { window.letters = (window.letters || 0) + 1; });""")
    page.goto("/judge")
    page.wait_for_function("window.letters > 0")
    assert page.locator("[data-part] > :not([data-first])").count() == 0


def test_what_was_seen_is_corrected_on_the_flags_page(house, people):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    (flag,) = house.match.flags
    house.keep(*range(house.clock.now() - 4000, house.clock.now() + 3000, 250))
    page = people("judge")
    page.goto(f"/judge/flags/{flag}")
    page.locator("#scrub").fill("3")
    assert "−" in page.locator("#scrub-at").inner_text()
    assert page.evaluate("() => document.querySelector('#clip').decode().then(() => 'seen')") == "seen"
    page.get_by_text("Correct what was seen").click()
    page.get_by_label("Player").select_option("Cal")
    page.get_by_label("Reason").fill("it was Cal's hand")
    page.get_by_role("button", name="Correct it").click()
    page.wait_for_url("**/judge")
    assert house.match.flags == {}


# --- the gate ---


def test_logging_in_lock_out_and_a_login_that_is_over(house, people):
    page = people()
    page.goto("/judge")
    assert page.url.endswith("/login")
    for _ in range(5):
        page.get_by_label("PIN").fill("12345678")
        page.get_by_role("button", name="Log in").click()
        shown(page, "That is not a PIN")
    page.get_by_label("PIN").fill(house.pins["judge"])
    page.get_by_label("Your initials").fill("JD")
    page.get_by_role("button", name="Log in").click()
    shown(page, "Too many wrong PINs")
    house.seconds += 61
    page.get_by_label("PIN").fill(house.pins["judge"])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/judge")
    house.seconds += 13 * 3600
    house.say(*GOAL_SET)
    page.wait_for_url("**/login")


def test_a_player_gets_neither_judges_pages_nor_pictures_nor_forged_posts(house, people):
    house.say(*GOAL_SET)
    house.keep(5000)
    page = people("screen")
    page.goto("/table")
    asked = """async () => Promise.all([
      fetch("/evidence/5000.jpg"), fetch("/judge/events"), fetch("/staff/journal.jsonl"),
      fetch("/judge/do/pause", {
        method: "POST", body: new URLSearchParams({token: document.querySelector("[name=token]").value})}),
      fetch("/table/act", {method: "POST", body: new URLSearchParams({act: "0:bonus"})}),
    ]).then((answers) => answers.map((answer) => answer.status))"""
    assert page.evaluate(asked) == [403, 403, 403, 403, 403]
    page.goto("/judge")
    assert page.url.endswith("/login")
    assert page.evaluate("document.cookie") == ""


# --- for everyone ---


@pytest.mark.parametrize(
    ("scheme", "size"),
    [("light", PHONE), ("dark", {"width": 820, "height": 1180}), ("light", DISPLAY), ("dark", PHONE)],
    ids=["phone", "tablet-dark", "display", "phone-dark"],
)
def test_every_page_fits_the_screen_and_has_the_contrast_that_wcag_asks_for(house, people, scheme, size):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    (flag,) = house.match.flags
    pages = {
        "": ["/table", "/login", "/pair"],
        "screen": ["/table"],
        "head": ["/judge", f"/judge/flags/{flag}", "/judge/desk", "/judge/proof", "/judge/timeline"],
        "staff": ["/staff"],
    }
    for role, paths in pages.items():
        page = people(role, color_scheme=scheme, viewport=size)
        for path in paths:
            page.goto(path)
            page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert page.evaluate(CONTRAST) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("main > *")].map((el) => [el.className, el.getBoundingClientRect()]);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([one, a], n) => boxes.slice(n + 1).filter(([, b]) => over(a, b)).map(([two]) => [one, two]));
}"""


def test_long_names_leave_everything_in_its_place(house, people):
    long, other = "Maximiliana Featherstonehaugh-Cholmondeley", "Wilhelmina Vanderbilt-Throckmorton"
    named = [s.replace("Ann", long).replace("Ben", other) for s in GOAL_SET]
    house.say(*named, f"{other} lifts the block")
    for size in (PHONE, {"width": 1280, "height": 800}, DISPLAY):
        page = people("screen", viewport=size)
        page.goto("/table")
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_the_keyboard_alone_reaches_a_seats_buttons(house, people):
    house.say(*GOAL_SET)
    page = people("screen")
    page.goto("/table")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "1:bonus":
            break
    page.keyboard.press("Enter")
    shown(page, "Bonus was said")


def test_the_glass_runs_as_the_lights_do(house, people):
    house.say(*GOAL_SET)
    page = people()
    page.goto("/table")
    expect(page.locator("#left")).to_have_text(re.compile("^(2:00|1:5.)$"))
    house.clock.advance(90_000)
    house.say("time passes", wait=0)
    page.reload()
    expect(page.locator("#left")).to_have_text(re.compile("^0:(30|2.)$"))
    house.clock.advance(33_000)
    house.say("time passes", wait=0)
    expect(page.locator("body")).to_have_class(re.compile("counting"))
    shown(page, "Time is up for Ben")


def test_a_screen_calls_again_after_a_long_silence(house, people):
    page = people()
    calls = []
    page.on("request", lambda request: calls.append(request.url) if "/events" in request.url else None)
    page.clock.install()
    page.goto("/table")
    context = house.app.state.context
    house.until(lambda: context.streams == 1)
    page.clock.fast_forward(20_000)
    assert len(calls) == 1
    with page.expect_request("**/table/events"):
        page.clock.fast_forward(10_000)
    page.locator("#lost").wait_for(state="hidden")
    house.until(lambda: context.streams == 1)


def test_a_screen_that_loses_the_table_says_so(folder, chromium):
    house = House(folder)
    with house.open():
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{house.port}/table")
        page.locator("#lost").wait_for(state="hidden")
    page.locator("#lost").wait_for(state="visible")
    page.close()
    house.session.close()
