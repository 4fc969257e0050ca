"""Block, buttons, lights and buzzer with a person who does, or does not do, what is asked."""

from queue import SimpleQueue

import pytest

from hardware.checkup import hands
from hardware.devices import Absent
from hardware.parts import BlockMoved, Pressed
from hardware.wiring import BUTTONS


class Part(Absent):
    """A part that keeps what it was told."""

    def __init__(self, words="", lifted=False, seats=3):
        super().__init__(words)
        self.lifted, self.seats, self.told = lifted, seats, []

    def show(self, state, fraction):
        self.told.append((state, fraction))

    def sound(self, signal):
        self.told.append(signal)


class Somebody:
    """Does what is asked at once; `deaf` buttons stay silent, and without `willing` there is only Enter."""

    def __init__(self, inputs=None, willing=True, deaf=(), answer=True):
        self.inputs, self.willing, self.deaf, self.answer = inputs, willing, set(deaf), answer
        self.asked, self.had_enough = [], not willing

    def lift(self):
        self.asked.append("lift")
        if self.willing:
            self.inputs.put(BlockMoved(1, True))

    def put_back(self):
        self.asked.append("put back")
        if self.willing:
            self.inputs.put(BlockMoved(2, False))

    def press(self, left, seats):
        self.asked.append(len(left))
        heard = [place for place in left if place not in self.deaf]
        if self.willing and heard:
            self.inputs.put(Pressed(3, *heard[0]))
        self.had_enough = not (self.willing and heard)

    def enough(self):
        return self.had_enough and self.inputs.empty()

    def look(self, fraction):
        self.asked.append(fraction)

    def saw(self):
        return self.answer

    heard = saw


@pytest.fixture
def inputs():
    return SimpleQueue()


def test_a_block_that_is_lifted_and_put_back_is_well(inputs):
    person = Somebody(inputs)
    assert hands.block(Part(), inputs, person).state == "ok"
    assert person.asked == ["lift", "put back"]


def test_a_block_that_is_off_its_pad_is_put_back_first(inputs):
    person = Somebody(inputs)
    assert hands.block(Part(lifted=True), inputs, person).state == "ok"
    assert person.asked == ["put back", "lift", "put back"]


def test_a_lift_that_nobody_notices_is_bad(inputs):
    person = Somebody(inputs, willing=False)
    person.had_enough = False
    finding = hands.block(Part(), inputs, person, seconds=0.01)
    assert finding.state == "bad"
    assert "wires" in finding.do


def test_whoever_skips_the_block_has_not_broken_it(inputs):
    assert hands.block(Part(), inputs, Somebody(inputs, willing=False)).state == "skipped"


def test_without_a_person_the_block_is_only_looked_at(inputs):
    assert hands.block(Part(), inputs, None).state == "ok"
    assert hands.block(Part(lifted=True), inputs, None).state == "bad"


def test_every_button_is_pressed_once(inputs):
    person = Somebody(inputs)
    assert hands.buttons(Part(), 3, inputs, person).words == "all 12 pressed and heard"
    assert person.asked == list(range(12, 0, -1))


def test_a_silent_button_is_named_by_seat_and_label(inputs):
    finding = hands.buttons(Part(), 2, inputs, Somebody(inputs, deaf=[(1, "goal")]))
    assert (finding.state, finding.words) == ("warning", "not heard: seat 2 goal/done")


def test_presses_of_before_do_not_count(inputs):
    for button in BUTTONS:
        inputs.put(Pressed(0, 0, button))
    assert hands.buttons(Part(), 1, inputs, Somebody(inputs, willing=False)).state == "skipped"


def test_buttons_that_are_fewer_than_the_seats_are_bad(inputs):
    assert "2 seats, and the table has 3" in hands.buttons(Part(seats=2), 3, inputs, None).words


def test_the_sand_runs_out_and_the_lights_are_idle_after_that():
    part, person = Part(), Somebody()
    assert hands.sand(part, person).state == "ok"
    assert person.asked == list(hands.STEPS)
    assert part.told == [("running", step) for step in hands.STEPS] + [("idle", 0.0)]


@pytest.mark.parametrize(("answer", "state"), [(True, "ok"), (False, "bad"), (None, "skipped")])
def test_what_somebody_saw_and_heard_counts(answer, state):
    assert hands.sand(Part(), Somebody(answer=answer)).state == state
    part = Part()
    assert hands.buzzer(part, Somebody(answer=answer)).state == state
    assert part.told == ["warning"]


@pytest.mark.parametrize("check", [hands.sand, hands.buzzer])
def test_without_a_person_lights_and_buzzer_stay_as_they_are(check):
    part = Part()
    assert check(part, None).state == "skipped"
    assert part.told == []


def test_a_part_in_trouble_says_so_in_its_drivers_words(inputs):
    part = Part("buttons: the goal button of seat 1 (GPIO4) is stuck: see what presses it.")
    finding = hands.buttons(part, 3, inputs, Somebody(inputs))
    assert finding == ("buttons", "bad", "the goal button of seat 1 (GPIO4) is stuck", "see what presses it")
    for check in (hands.sand, hands.buzzer):
        assert check(part, None).state == "bad"
    assert hands.block(part, inputs, None).state == "bad"
