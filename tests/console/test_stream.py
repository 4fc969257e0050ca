"""What browsers are sent as things change: quickly, whole, and never at the cost of the table."""

import asyncio
import json
import socket

from table.console.board import Board, Mailbox
from table.console.scribe import Moment
from table.console.stream import Stream
from tests.console.house import GOAL_SET, until


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
    room = house.app.state.room
    until(lambda: room.streams == 20)
    with visitor.client.stream("GET", "/table/events") as stream:
        told = letters(stream)
        next(told)
        house.say("Ben moves K to permitted")
        assert "Cal&#39;s turn" in next(told)["parts"]["turn"]
    for one in idle:
        one.close()
    until(lambda: room.streams == 0)


def test_of_many_changes_a_slow_browser_gets_the_newest_only():
    async def play():
        board = Board({"seq": lambda now, _: str(now.written)})
        board.open()
        slow, sent = Mailbox(board, ["seq"]), []
        board.tell(Moment(written=1, down=""))
        await board.wait(1)
        sent.append(slow.letter(0))
        for number in range(2, 500):
            board.tell(Moment(written=number, down=""))
        await board.wait(1)
        await asyncio.sleep(0)
        sent.append(slow.letter(0))
        return sent, slow.letter(0)

    sent, rest = asyncio.run(play())
    assert [json.loads(letter[6:])["parts"] for letter in sent] == [{"seq": "1"}, {"seq": "499"}]
    assert rest is None


def test_a_browser_that_never_reads_is_let_go(monkeypatch):
    monkeypatch.setattr("table.console.stream.PATIENCE", 0.02)

    class Count:
        streams = 0

    async def play():
        board = Board({"seq": lambda now, _: "x"})
        board.open()
        never = asyncio.Event()
        sent = []

        async def send(message):
            sent.append(message)
            if len(sent) > 2:
                await never.wait()

        async def receive():
            await never.wait()

        count = Count()
        stream = Stream(board, Mailbox(board, ["seq"]), lambda: 0, lambda: True, count)
        await asyncio.wait_for(stream({"type": "http"}, receive, send), 5)
        return count.streams

    assert asyncio.run(play()) == 0
