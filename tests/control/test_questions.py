"""What lies otherwise than the journal has it: asked once, answered when it is right, settled by a judge's word."""

from __future__ import annotations

import pytest

from table.control.questions import Questions, still_asks
from table.journal.session import Session
from table.rules import events as ev
from table.rules.match import Shake
from tests.control.scripted import Onlooker
from vision.changes import Lying


class Mat:
    """Cubes that lie where the journal has them, but for some."""

    def __init__(self, session: Session) -> None:
        self.session, self.vision = session, Onlooker()
        self.questions = Questions(session, self.vision)

    @property
    def shake(self) -> Shake:
        assert self.session.match is not None
        assert self.session.match.shake is not None
        return self.session.match.shake

    def cube(self, letter: str) -> int:
        return self.shake.letters.index(letter) + 1

    def lies(self, *elsewhere: Lying) -> list[ev.Event]:
        """What is to be written when they are seen so."""
        places = enumerate(zip(self.shake.letters, self.shake.where, strict=True), 1)
        known = {number: Lying(number, *place, 10.0 * number, 0.0, 0.0) for number, place in places}
        self.questions.lie(tuple((known | {cube.cube: cube for cube in elsewhere}).values()))
        return self.asked()

    def asked(self) -> list[ev.Event]:
        return [one.event for one in self.questions.compare()]


@pytest.fixture
def mat(session: Session) -> Mat:
    return Mat(session)


def lying(cube: int, letter: str, region: str) -> Lying:
    return Lying(cube, letter, region, 0.0, 0.0, 0.0)


def test_what_lies_elsewhere_is_asked_once_and_answered_when_it_is_put_right(mat: Mat) -> None:
    p = mat.cube("p")
    asked = ev.Asked("p lies in required, and the journal has it in resources", (p,), "lying")
    assert mat.lies() == []
    assert mat.lies(lying(p, "p", "required")) == [asked]
    mat.session.append(asked, "camera")
    assert mat.lies(lying(p, "p", "required")) == []
    assert mat.lies() == [ev.Answered()]


def test_what_a_judge_has_answered_is_not_answered_again(mat: Mat) -> None:
    p = mat.cube("p")
    (asked,) = mat.lies(lying(p, "p", "required"))
    mat.session.append(asked, "camera")
    mat.session.say(["Cal moves p to required", "judge JD has looked"])
    assert mat.lies() == []


def test_nothing_is_asked_while_it_is_not_known_where_the_cubes_lie(mat: Mat) -> None:
    mat.questions.lie(())
    assert mat.asked() == []


def test_cubes_that_vision_counts_otherwise_get_the_journals_numbers(mat: Mat) -> None:
    permitted = mat.shake.where.index("permitted") + 1
    other = next(n for n, letter in enumerate(mat.shake.letters, 1) if letter == "q" and n != permitted)
    assert mat.lies(lying(permitted, "q", "resources"), lying(other, "q", "permitted")) == []
    assert mat.vision.numbers == {permitted: other, other: permitted}
    mat.vision.numbers = {}
    assert mat.asked() == []
    assert mat.vision.numbers == {}, "they are called so from now on"


def test_a_judges_word_on_a_face_is_vision_s_from_then_on_and_no_question_any_more(mat: Mat) -> None:
    q = mat.cube("q")
    mat.lies()
    assert not mat.questions.heard_judge()
    mat.session.say([f"judge JD reads cube {q} as o"])
    assert mat.questions.heard_judge()
    assert mat.vision.letters == {q: "o"}
    assert mat.asked() == []
    assert not mat.questions.heard_judge(), "it is said once"


def test_a_question_from_before_a_restart_is_answered_when_the_cubes_are_put_right(mat: Mat) -> None:
    (asked,) = mat.lies(lying(mat.cube("p"), "p", "required"))
    mat.session.append(asked, "camera")
    assert isinstance(asked, ev.Asked)
    assert still_asks(mat.session.match, asked.words)
    assert Mat(mat.session).lies() == [ev.Answered()]


def test_without_an_eye_there_is_nobody_to_tell(session: Session) -> None:
    questions = Questions(session)
    session.say(["judge JD reads cube 1 as o"])
    assert questions.heard_judge()
