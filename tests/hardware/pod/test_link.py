"""A host and a pod over a line that drops, garbles, doubles, delays and is cut: every input once, and in order."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bench.pod import FAULTS, Rehearsal, faults, random_bytes
from firmware.framing import STATES
from firmware.outbox import ROOM
from hardware.pod.line import Faults
from hardware.pod.link import HostLink, complaint

rates = st.sampled_from([0.0, 0.01, 0.1])


class HostAndPod(RuleBasedStateMachine):
    """Whatever happens to the line, what has arrived is the beginning of what was done."""

    @initialize(seed=st.integers(0, 1 << 32))
    def begin(self, seed: int) -> None:
        self.talk = Rehearsal(seed)
        self.made: list[tuple[int, bool]] = []
        self.sounded = 0

    @rule(channel=st.integers(0, 12))
    def switch(self, channel: int) -> None:
        on = not self.talk.board.switches >> channel & 1
        self.talk.board.switch(channel, on)
        self.talk.run(160 if channel == 0 else 25)
        self.made.append((channel, on))

    @rule(milliseconds=st.integers(1, 300))
    def wait(self, milliseconds: int) -> None:
        self.talk.run(milliseconds)

    @rule(drop=rates, garble=rates, double=rates, delay=rates)
    def spoil(self, drop: float, garble: float, double: float, delay: float) -> None:
        self.talk.to_host.faults = self.talk.to_pod.faults = Faults(drop, garble, double, delay)

    @rule(noise=st.binary(max_size=100))
    def make_noise(self, noise: bytes) -> None:
        self.talk.to_pod.put(noise, self.talk.now)
        self.talk.to_host.put(noise, self.talk.now)

    @rule(away=st.sampled_from([1, 50, 1500]))
    def unplug(self, away: int) -> None:
        self.talk.unplug()
        self.talk.run(away)
        self.talk.plug()

    @rule(state=st.sampled_from(STATES), fraction=st.floats(0, 1))
    def show(self, state: str, fraction: float) -> None:
        self.talk.link.show(state, fraction)
        self.shown = STATES.index(state), round(fraction * 1000)

    @precondition(lambda self: self.talk.pod.link.outbox.waiting == 0)
    @rule()
    def restart_the_pod(self) -> None:
        """What the pod had not delivered would be gone with its power; what it had must not come again."""
        self.talk.restart_pod()

    @precondition(lambda self: self.talk.pod.link.outbox.waiting == 0)
    @rule()
    def restart_the_host(self) -> None:
        """What an earlier host has acknowledged is not for this one."""
        self.talk.link = HostLink(self.talk.chance.randbytes(4))
        if hasattr(self, "shown"):
            del self.shown

    @invariant()
    def what_arrived_is_the_beginning_of_what_was_done(self) -> None:
        if hasattr(self, "talk"):
            arrived = [(edge.channel, edge.on) for edge in self.talk.edges]
            assert arrived == self.made[: len(arrived)]
            assert all(edge.at <= when for edge, when in zip(self.talk.edges, self.talk.arrivals, strict=True))

    def teardown(self) -> None:
        if not hasattr(self, "talk"):
            return
        self.talk.to_host.faults = self.talk.to_pod.faults = Faults()
        self.talk.run(1000)
        assert [(edge.channel, edge.on) for edge in self.talk.edges] == self.made
        if hasattr(self, "shown"):
            assert (self.talk.pod.link.state, self.talk.pod.link.fraction) == self.shown


HostAndPod.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
test_every_input_arrives_once_and_in_order_whatever_the_line_does = HostAndPod.TestCase


@pytest.mark.parametrize("name", [name for name in FAULTS if name.endswith(" 1%")])
def test_nothing_is_lost_or_doubled_where_one_byte_in_a_hundred_goes_wrong(name: str) -> None:
    assert faults(FAULTS[name], 100, seed=3).clean


def test_noise_moves_nothing_and_the_next_press_arrives_at_once() -> None:
    found = random_bytes(200_000, seed=4)
    assert found.clean
    assert found.recovery < 100


def test_an_input_keeps_its_moment_however_late_it_arrives() -> None:
    talk = Rehearsal(1)
    talk.run(500)
    talk.unplug()
    talk.run(100)
    talk.board.switch(3, True)
    pressed = talk.now + 1
    talk.run(20_000)
    assert talk.pod.link.host_lost
    talk.plug()
    talk.run(100)
    assert [edge.channel for edge in talk.edges] == [3]
    assert abs(talk.edges[0].at - pressed) <= 2


def test_an_input_from_before_the_host_started_is_delivered() -> None:
    talk = Rehearsal(2)
    talk.unplug()
    talk.board.switch(5, True)
    talk.run(500)
    talk.plug()
    talk.run(100)
    assert [(edge.channel, edge.on) for edge in talk.edges] == [(5, True)]


def test_a_signal_is_sounded_once() -> None:
    talk = Rehearsal(3, Faults(0.01, 0.01, 0.01, 0.01))
    talk.run(1000)
    for number in range(1, 9):
        talk.link.sound("tick", talk.now)
        talk.run(600)
        assert talk.board.tones == [2093, 0] * number


def test_a_signal_that_is_late_is_not_sounded() -> None:
    talk = Rehearsal(4)
    talk.run(500)
    talk.unplug()
    talk.link.sound("over", talk.now)
    talk.run(1500)
    talk.plug()
    talk.run(500)
    assert talk.board.tones == []


def test_the_glass_is_told_again_after_the_pod_started_anew() -> None:
    talk = Rehearsal(5)
    for number in range(200):
        talk.link.show("running", number / 200)
        talk.run(10)
    talk.restart_pod()
    talk.run(200)
    assert talk.pod.link.fraction == 995


def test_more_inputs_than_there_is_room_for_are_admitted_and_the_levels_are_right_in_the_end() -> None:
    talk = Rehearsal(6)
    talk.unplug()
    for _ in range(ROOM + 10):
        talk.board.switches ^= 0b10
        talk.run(30)
    talk.board.switches ^= 0b10
    talk.board.switch(2, True)
    talk.run(30)
    talk.plug()
    talk.run(500)
    assert talk.link.greeting is not None
    assert talk.link.greeting.overflows > 0
    assert len(talk.edges) == ROOM + 2
    on = {edge.channel: edge.on for edge in talk.edges}
    assert on == {1: True, 2: True}


def test_a_lost_host_is_shown_and_gets_nothing_until_it_asks() -> None:
    talk = Rehearsal(7)
    talk.run(500)
    assert talk.board.lamp_on
    talk.unplug()
    talk.run(1200)
    talk.board.switch(1, True)
    talk.board.sent.clear()
    lamps = set()
    for _ in range(600):
        talk.pod.turn()
        talk.now += 1
        lamps.add(talk.board.lamp_on)
    assert not talk.board.sent
    assert lamps == {True, False}
    assert sum(1 for light in range(16) if talk.board.ring[3 * light + 2]) == 1


def test_another_protocol_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.link.PROTOCOL", 9)
    talk = Rehearsal(8)
    talk.board.switch(1, True)
    talk.run(300)
    assert talk.edges == []
    assert "protocol 9" in complaint(talk.link.greeting)
    assert "wff-table pod install" in complaint(talk.link.greeting)


def test_another_firmware_is_taken_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.link.FIRMWARE", (0, 9, 3))
    talk = Rehearsal(9)
    talk.run(300)
    talk.board.switch(1, True)
    talk.run(100)
    assert len(talk.edges) == 1
    assert "firmware 0.9.3" in complaint(talk.link.greeting)


def test_the_pod_leaves_only_when_it_is_asked_by_name() -> None:
    talk = Rehearsal(10)
    talk.board.arrived.extend(talk.link.leave())
    talk.run(100)
    assert not talk.pod.link.leave
    talk.to_pod.put(talk.link.leave(), talk.now)
    talk.run(5)
    assert talk.pod.link.leave


def test_the_watchdog_is_fed_every_turn() -> None:
    talk = Rehearsal(11)
    talk.run(100)
    assert talk.board.fed == 100
