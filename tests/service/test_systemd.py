"""What systemd hears from a table, over a real datagram socket, and when it hears nothing."""

import os
import socket
import uuid

import pytest

from table.service.systemd import Systemd, Watchdog

HALF = 10_000


@pytest.fixture(params=["path", "abstract"])
def heard(request, tmp_path, monkeypatch):
    """The service manager's end of the line; `heard()` is the next message, or None."""
    name = f"@wff-{uuid.uuid4()}" if request.param == "abstract" else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name[1:] if name.startswith("@") else name)
        line.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        monkeypatch.setenv("WATCHDOG_USEC", str(2 * HALF * 1000))
        monkeypatch.delenv("WATCHDOG_PID", raising=False)

        def next_message():
            try:
                return line.recv(4096).decode()
            except BlockingIOError:
                return None

        yield next_message


def test_ready_status_alive_and_stopping_are_said_as_systemd_expects(heard):
    systemd = Systemd.here()
    assert systemd.ready("table 4 waits for a match")
    assert systemd.status("shake 3,\nBen's turn")
    assert systemd.alive()
    assert systemd.stopping()
    assert heard() == "READY=1\nSTATUS=table 4 waits for a match"
    assert heard() == "STATUS=shake 3, Ben's turn"
    assert heard() == "WATCHDOG=1"
    assert heard() == "STOPPING=1"
    assert heard() is None


def test_without_a_socket_nothing_is_said_and_nothing_fails():
    systemd = Systemd.here({})
    assert not systemd.ready()
    assert systemd.watchdog == 0
    watchdog = Watchdog(systemd)
    progress(watchdog, 1)
    assert not watchdog.wants_probe(0)
    assert not watchdog.feed(0)


@pytest.mark.parametrize("address", ["", "vsock:2:1234", "notify", "/nowhere/notify", "@nobody-listens"])
def test_a_socket_that_is_not_there_does_not_stop_the_table(address):
    assert not Systemd.here({"NOTIFY_SOCKET": address}).ready()


def test_a_watchdog_that_is_meant_for_another_process_is_left_alone():
    other = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid() + 1)}
    assert Systemd.here(other).watchdog == 0
    assert Systemd.here({**other, "WATCHDOG_PID": str(os.getpid())}).watchdog == 20_000


def test_a_limit_that_is_no_number_means_no_watchdog():
    assert Systemd.here({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"}).watchdog == 0


def test_a_sign_of_life_is_given_at_half_of_the_limit_and_not_more_often(heard):
    watchdog = Watchdog(Systemd.here())
    given = []
    for now in range(0, 4 * HALF, 100):
        progress(watchdog, now + 1)
        if watchdog.feed(now):
            given.append(now)
    assert given == [0, HALF, 2 * HALF, 3 * HALF]
    assert [heard() for _ in range(5)] == ["WATCHDOG=1"] * 4 + [None]


def test_a_loop_that_hangs_is_not_covered_up_by_a_journal_that_grows(heard):
    watchdog = fed(heard)
    watchdog.journaled(2)
    assert not watchdog.feed(HALF)
    assert watchdog.lacking() == "the loop has not turned"
    assert heard() is None


def test_a_journal_that_takes_nothing_is_not_covered_up_by_a_loop_that_turns(heard):
    watchdog = fed(heard)
    watchdog.looped()
    watchdog.journaled(1)  # the same entry as before
    assert not watchdog.feed(HALF)
    assert watchdog.lacking() == "the journal has taken nothing"
    watchdog.probed(False)
    assert not watchdog.feed(HALF)
    assert heard() is None


def test_an_idle_table_lives_on_a_journal_that_could_be_written(heard):
    watchdog = fed(heard)
    assert not watchdog.wants_probe(HALF - 1)
    assert watchdog.wants_probe(HALF)
    watchdog.looped()
    watchdog.probed(True)
    assert not watchdog.wants_probe(HALF)
    assert watchdog.feed(HALF)
    assert heard() == "WATCHDOG=1"


def test_a_probe_that_fails_after_an_append_counts(heard):
    watchdog = fed(heard)
    progress(watchdog, 2)
    watchdog.probed(False)
    assert not watchdog.feed(HALF)
    assert heard() is None


def test_a_sign_that_systemd_did_not_take_is_tried_again(tmp_path):
    path = tmp_path / "notify"
    watchdog = Watchdog(Systemd(str(path), 2 * HALF))
    progress(watchdog, 1)
    assert not watchdog.feed(0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(path))
        assert watchdog.feed(1)
        assert line.recv(99) == b"WATCHDOG=1"


def progress(watchdog, seq):
    watchdog.looped()
    watchdog.journaled(seq)


def fed(heard):
    """A watchdog that gave its first sign of life at 0, when entry 1 was written."""
    watchdog = Watchdog(Systemd.here())
    progress(watchdog, 1)
    assert watchdog.feed(0)
    assert heard() == "WATCHDOG=1"
    return watchdog
