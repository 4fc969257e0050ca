"""The pod's survey, with the firmware's own code at the other end of a wire that the test holds."""

import pytest

from firmware.framing import FIRMWARE, NAME_BYTES, PROTOCOL
from firmware.pod import Pod
from hardware.checkup.pod import QUESTIONS, Survey, judge, pod, survey
from hardware.pod.link import Greeting
from hardware.pod.offset import TickReading
from hardware.pod.virtual import VirtualBoard


class Wire:
    """A serial line to a pod in the same thread; every read takes a millisecond of the test's own time."""

    def __init__(self, lose=0, garble=0):
        self.now, self.writes, self.lose, self.garble = 1_000, 0, lose, garble
        self.board = VirtualBoard(lambda: self.now + 5_000)
        self.pod = Pod(self.board, bytes(range(NAME_BYTES)))
        self.in_waiting = 64

    def write(self, data):
        self.writes += 1
        if not (self.lose and self.writes % self.lose == 0):
            self.board.arrived.extend(data)

    def read(self, size):
        self.now += 1
        self.pod.turn()
        sent = bytearray(self.board.sent)
        self.board.sent.clear()
        if self.garble and sent and self.writes % self.garble == 0:
            sent[len(sent) // 2] ^= 0x55
        return bytes(sent)


def visited(**faults):
    wire = Wire(**faults)
    return judge(survey(wire, clock=lambda: wire.now, wait=lambda _: None), "/dev/pod")


def test_a_pod_that_answers_is_well_with_its_version_link_and_clock():
    pod_, link, clock = visited()
    assert pod_.words == f"firmware {'.'.join(map(str, FIRMWARE))} at /dev/pod, 3 seats"
    assert f"{QUESTIONS} of {QUESTIONS} answers" in link.words
    assert "the pod's 6.5 s are ours 1.5 s" in clock.words
    assert {pod_.state, link.state, clock.state} == {"ok"}


@pytest.mark.parametrize("faults", [{"lose": 5}, {"garble": 5}])
def test_a_bad_cable_is_noticed(faults):
    link = visited(**faults)[1]
    assert link.state == "warning"
    assert "cable" in link.do


def test_a_line_on_which_nothing_answers_is_given_up():
    wire = Wire(lose=1)
    found = survey(wire, clock=lambda: wire.now, wait=lambda _: None)
    assert found.greeting is None
    (finding,) = judge(found, "/dev/pod")
    assert (finding.state, finding.do) == ("bad", "wff-table pod install")


def greeting(protocol=PROTOCOL, firmware=FIRMWARE):
    return Greeting(protocol, firmware, 3, 15, False, 0, 0)


def test_a_pod_with_another_firmware_is_to_be_brought_up_to_date():
    readings = tuple(TickReading(40 * n, 40 * n, 40 * n + 1) for n in range(QUESTIONS))
    finding = judge(Survey(QUESTIONS, readings, 0, greeting(firmware=(0, 9, 0))), "x")[0]
    assert (finding.state, finding.do) == ("warning", "wff-table pod install")
    assert "firmware 0.9.0" in finding.words
    (finding,) = judge(Survey(1, (), 0, greeting(protocol=9)), "x")
    assert finding.state == "bad"
    assert "wff-table pod install" in finding.do


def test_a_slow_line_is_noticed():
    readings = tuple(TickReading(40 * n, 40 * n, 40 * n + 60) for n in range(QUESTIONS))
    assert judge(Survey(QUESTIONS, readings, 0, greeting()), "x")[1].state == "warning"


def test_a_port_that_is_not_there_is_named(tmp_path, monkeypatch):
    (finding,) = pod(str(tmp_path / "pod"))
    assert finding.state == "bad"
    assert "nothing is attached at" in finding.words
    monkeypatch.setattr("hardware.checkup.pod.find_port", lambda: None)
    assert "no pod is attached" in pod("")[0].words
