"""A table for tests: a journal in a folder, a clock that travels, pictures, and the console over it."""

from __future__ import annotations

import functools
import itertools
import re
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import cv2
import httpx
import numpy as np

from table.console.access import passes
from table.console.access.pins import NAME, Role, new_pins
from table.console.app import console
from table.console.gate import COOKIE
from table.console.serving import Server
from table.journal.clock import TravelClock
from table.journal.session import Session
from table.seeing.evidence import Frames
from tests.bell import WAIT_S, Bell

ROLL = "CCCAAKKKEENNRRpppqqqrrssiioo"
OPENED = ["staff opens match M1: Ann, Ben, Cal; 2019-20 senior", "the round starts"]
FIRST = ["Ann rolls A for the first Goal", "Ben rolls K for the first Goal", "Cal rolls E for the first Goal"]
GOAL_SET = [*OPENED, *FIRST, f"Ann rolls {ROLL}", "Ann moves Ksr to goal", "Ann says goal"]


def picture(at: int) -> bytes:
    """Something to look at that differs from moment to moment."""
    grey = np.full((60, 80, 3), 90 + at % 120, np.uint8)
    return cv2.imencode(".jpg", grey)[1].tobytes()


class House:
    """The table, from outside: what its own process would write, and what a browser sees."""

    def __init__(self, directory: Path, **settings) -> None:
        self.directory = directory
        self.clock = TravelClock(1_000_000)
        self.pins = _pins_in(directory)
        self.frames = Frames(directory)
        self.port = 0
        self.visitors: list[Visitor] = []
        self.seconds = 1_800_000_000.0
        self.session = Session.open(directory, self.clock)
        self.app = console(directory, self.frames, clock=self.clock, wall=lambda: self.seconds, **settings)
        bell = Bell()
        bell.on_change_of(self.app.state.context)
        bell.on_change_of(self.app.state.context.live)
        self.until = bell.until
        """waits for something that the console or its live shows"""

    def say(self, *sentences: str, wait: int = 1_000) -> None:
        """The table's own process writes down what happens, a second apart."""
        for sentence in sentences:
            self.clock.advance(wait)
            self.session.catch_up()
            self.session.say([sentence])
        if self.port:
            self.settle()

    def keep(self, *times: int) -> None:
        """Pictures of these moments."""
        for at in times:
            self.frames.write(at, picture(at))

    def settle(self) -> None:
        """Until the pages show all that has been written."""
        last = self.session.journal.last()
        live = self.app.state.context.live
        self.until(lambda: not live.snapshot.down and live.snapshot.written >= (last.seq if last else 0))

    @property
    def match(self):
        self.session.catch_up()
        return self.session.match

    @contextmanager
    def open(self):
        """The console served for real, on a port of its own, and a browser without scripts."""
        with self.console() as visitor:
            self.settle()
            yield visitor

    @contextmanager
    def console(self):
        """The same, without waiting until the journal is read."""
        with served(self.app) as port:
            self.port = port
            yield Visitor(self)
            self.port = 0
            for one in self.visitors:
                one.client.close()


@functools.cache
def _made() -> tuple[dict[Role, str], bytes]:
    """PINs are costly to make; all tables of a test run share theirs."""
    with tempfile.TemporaryDirectory() as made:
        return new_pins(Path(made)), (Path(made) / NAME).read_bytes()


def _pins_in(directory: Path) -> dict[Role, str]:
    pins, kept = _made()
    (directory / NAME).write_bytes(kept)
    return pins


@contextmanager
def served(app):
    """A server in a thread; gives its port."""
    server = Server(app)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert server.up.wait(WAIT_S)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(WAIT_S)


class Visitor:
    """A browser, at an address of its own."""

    _addresses = itertools.count(2)

    def __init__(self, house: House) -> None:
        address = f"127.0.{next(self._addresses) // 200 % 200}.{next(self._addresses) % 200 + 2}"
        self.house = house
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{house.port}",
            transport=httpx.HTTPTransport(local_address=address),
            timeout=30,
        )
        house.visitors.append(self)

    def another(self) -> Visitor:
        """Another browser at the same console."""
        return Visitor(self.house)

    def get(self, path: str, **more):
        return self.client.get(path, headers={"accept": "text/html"}, follow_redirects=True, **more)

    def token(self, path: str = "/login") -> str:
        found = re.search(r'name="token" value="([0-9a-f]+)"', self.get(path).text)
        assert found, path
        return found[1]

    def post(self, path: str, fields: dict[str, str] | None = None, *, page: str = "/login", **more):
        data = {"token": self.token(page)} | (fields or {})
        return self.client.post(path, data=data, headers={"accept": "application/json"}, follow_redirects=False, **more)

    def log_in(self, role: Role, by: str = "JD"):
        answer = self.post("/login", {"pin": self.house.pins[role], "by": by})
        assert answer.status_code == 303, answer.text
        return self

    def become(self, role: Role, by: str = "JD"):
        """As after logging in, without the cost of checking a PIN."""
        context = self.house.app.state.context
        self.client.cookies.set(COOKIE, passes.sealed(passes.issue(role, context.wall(), by), context.pins.key))
        return self

    def pair(self, seat: str = ""):
        """Staff make a code, and this browser becomes a screen."""
        staff = self.another().become("staff")
        assert staff.post("/staff/pair", {"seat": seat}).status_code == 200
        code = self.house.app.state.context.codes.code
        assert self.post("/pair", {"code": code}, page="/pair").status_code == 303
        return self
