"""What browsers are sent as things change: quickly, whole, and never at the cost of the table."""

import asyncio
import json
import socket

import pytest

from table.console.parts.live_parts import LiveParts, Mailbox
from table.console.scribe import Refused, Scribe, Snapshot
from table.console.stream import Stream
from table.journal.clock import TravelClock, share_clock
from table.journal.session import Session
from tests.bell import WAIT_S
from tests.console.house import GOAL_SET


def letters(stream):
    for line in stream.iter_lines():
        if line.startswith("data: {"):
            yield json.loads(line[6:])


def test_a_browser_is_sent_everything_at_first_and_then_what_changes(house, visitor):
    house.say(*GOAL_SET)
    with visitor.client.stream("GET", "/table/events") as stream:
        told = letters(stream)
        first = next(told)
        assert set(first["parts"]) == {"top", "turn", "glass", "scores", "told"}
        assert first["now"] == house.clock.now()
        house.say("Ben moves K to permitted")
        second = next(told)
        assert "Cal&#39;s turn" in second["parts"]["turn"]
        assert "top" not in second["parts"]


def test_a_limit_that_runs_out_is_shown_although_nobody_writes(house, visitor):
    house.say(*GOAL_SET)
    with visitor.client.stream("GET", "/table/events") as stream:
        told = letters(stream)
        next(told)
        house.clock.advance(200_000)
        assert "time is up" in json.dumps(next(told)["parts"]).lower()


def test_a_browser_that_does_not_read_holds_nobody_up(house, visitor):
    house.say(*GOAL_SET)
    idle = []
    for _ in range(20):
        one = socket.create_connection(("127.0.0.1", house.port))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        one.sendall(b"GET /table/events HTTP/1.1\r\nHost: table\r\n\r\n")
        idle.append(one)
    context = house.app.state.context
    house.until(lambda: context.streams == 20)
    with visitor.client.stream("GET", "/table/events") as stream:
        told = letters(stream)
        next(told)
        house.say("Ben moves K to permitted")
        assert "Cal&#39;s turn" in next(told)["parts"]["turn"]
    for one in idle:
        one.close()
    house.until(lambda: context.streams == 0)


def test_of_many_changes_a_slow_browser_gets_the_newest_only():
    async def play():
        live = LiveParts({"seq": lambda now, _: str(now.written)})
        live.open()
        slow, sent = Mailbox(live, ["seq"]), []
        live.tell(Snapshot(written=1, down=""))
        await live.wait(live.snapshot, WAIT_S)
        sent.append(slow.letter(0))
        for number in range(2, 500):
            live.tell(Snapshot(written=number, down=""))
        while live.snapshot.written < 499:
            await live.wait(live.snapshot, WAIT_S)
        sent.append(slow.letter(0))
        return sent, slow.letter(0)

    sent, rest = asyncio.run(play())
    assert [json.loads(letter[6:])["parts"] for letter in sent] == [{"seq": "1"}, {"seq": "499"}]
    assert rest is None


class Count:
    streams = 0


async def never():
    await asyncio.Event().wait()


def test_what_happens_while_a_browser_is_being_sent_something_is_sent_next():
    async def play():
        live = LiveParts({"seq": lambda now, _: str(now.written)})
        live.open()
        sent: asyncio.Queue[str] = asyncio.Queue()

        async def send(message):
            body = message.get("body", b"")
            if b'"0"' in body:
                seen = live.snapshot
                live.tell(Snapshot(written=1, down=""))
                await live.wait(seen, WAIT_S)
            if body.startswith(b"data:"):
                sent.put_nowait(json.loads(body[6:])["parts"]["seq"])

        stream = Stream(live, Mailbox(live, ["seq"]), lambda: 0, lambda: True, Count())
        serving = asyncio.create_task(stream({"type": "http"}, never, send))
        got = [await asyncio.wait_for(sent.get(), WAIT_S) for _ in range(2)]
        live.close()
        await serving
        return got

    assert asyncio.run(play()) == ["0", "1"]


def test_a_browser_hears_that_nothing_is_wrong_while_only_what_it_does_not_show_changes(monkeypatch):
    monkeypatch.setattr("table.console.stream.STILL_HERE_S", 0.05)

    async def play():
        live = LiveParts({"same": lambda now, _: same()})
        live.open()
        still = asyncio.Event()

        async def send(message):
            if message.get("body", b"").startswith(b"event: still"):
                still.set()

        def same():
            live.tell(Snapshot(down=""))  # whenever it is drawn, there is something new already
            return "x"

        stream = Stream(live, Mailbox(live, ["same"]), lambda: 0, lambda: True, Count())
        serving = asyncio.create_task(stream({"type": "http"}, never, send))
        await asyncio.wait_for(still.wait(), WAIT_S)
        live.close()
        await serving

    asyncio.run(play())


def test_what_is_written_while_the_journal_is_being_read_is_shown(house, visitor, monkeypatch):
    house.say(*GOAL_SET)
    fold, late = Session.catch_up, ["judge JD stops the clocks"]

    def fold_a_moment_too_early(session):
        decisions = fold(session)
        if late:
            sentence = late.pop()
            another = Session.open(house.directory, house.clock)
            another.say([sentence])
            another.close()
        return decisions

    monkeypatch.setattr(Session, "catch_up", fold_a_moment_too_early)
    house.until(lambda: house.app.state.context.live.snapshot.match.paused is not None)
    assert not late


def test_the_console_of_a_simulated_table_goes_by_its_clock(folder):
    clock = TravelClock(5_000, "simulated")
    share_clock(folder, clock)
    scribe = Scribe(folder, lambda moment: None)
    assert scribe.now() == 5_000
    clock.advance(60_000)
    share_clock(folder, clock)
    assert scribe.now() == 65_000


def test_what_is_written_just_before_a_deed_that_is_refused_is_shown(house, visitor, monkeypatch):
    house.say(*GOAL_SET)
    context = house.app.state.context
    monkeypatch.setattr("table.console.scribe.POLL_S", 1.0)
    context.scribe.write(lambda match: [], "judge").result(WAIT_S)
    house.session.say(["judge JD stops the clocks"])

    def no(match):
        raise Refused("No.")

    with pytest.raises(Refused):
        context.scribe.write(no, "judge").result(WAIT_S)
    house.until(lambda: context.live.snapshot.match.paused is not None)


def test_a_browser_that_never_reads_is_let_go(monkeypatch):
    monkeypatch.setattr("table.console.stream.READER_WAIT_S", 0.02)

    async def play():
        live = LiveParts({"seq": lambda now, _: "x"})
        live.open()
        sent = []

        async def send(message):
            sent.append(message)
            if len(sent) > 2:
                await never()

        count = Count()
        stream = Stream(live, Mailbox(live, ["seq"]), lambda: 0, lambda: True, count)
        await asyncio.wait_for(stream({"type": "http"}, never, send), WAIT_S)
        return count.streams

    assert asyncio.run(play()) == 0
