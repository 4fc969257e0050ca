"""What happens alike in every game: senses that go and come back, questions, absence, signatures, who is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from table.rules import events as ev
from table.rules import rulings
from table.rules.match import Match, Question
from table.rules.naming import actors

Acts: TypeAlias = Mapping[type[ev.Event], Callable[[Any, Any], object]]
"""What a game does with events, by their kind: functions of the match and the event."""
_SENSES = {"camera": "camera is", "block": "block's switch is", "buttons": "buttons are"}


def act_on(m: Match, event: ev.Event, acts: Acts) -> None:
    """Do what the game does with such an event, unless it names somebody who does not play in this match."""
    act = acts.get(type(event))
    if act is None:
        return
    stranger = _stranger(m, event)
    if stranger is None:
        act(m, event)
    else:
        m.note(f"'{event.kind}' names {stranger}, who does not play in this match")


def _stranger(m: Match, event: ev.Event) -> str | None:
    """Somebody whom the event says to have acted and who does not play in this match."""
    for field in actors(type(event)):
        name: str | None = getattr(event, field)
        if name is not None and name not in m.players:
            return name
    return None


def sense_lost(m: Match, e: ev.SenseLost) -> None:
    if e.sense not in m.lost:
        m.lost.append(e.sense)
        m.tell("sense", f"the {_SENSES[e.sense]} gone; what depends on it is for a judge to say", "")


def sense_back(m: Match, e: ev.SenseBack) -> bool:
    """Whether it had been gone."""
    if e.sense not in m.lost:
        return False
    m.lost.remove(e.sense)
    m.tell("sense", f"the {_SENSES[e.sense]} back", "")
    return True


def asked(m: Match, e: ev.Asked) -> None:
    m.question = Question(e.topic, e.words, e.cubes)
    m.tell("asked", f"the table asks a judge: {e.words}", "")


def answered(m: Match, e: ev.Answered) -> None:
    m.question = None


def face_named(m: Match, e: ev.FaceNamed) -> None:
    """A judge said what a cube shows: that much of the question is settled."""
    if m.question is not None:
        m.question = m.question.without(e.cube)


def came_back(m: Match, e: ev.PlayerReturned) -> None:
    if e.player in m.absent:
        m.absent.remove(e.player)


def left(m: Match, e: ev.PlayerLeft) -> bool:
    """Whether the player had been there."""
    if e.player not in m.players or e.player in m.absent:
        return False
    m.absent.append(e.player)
    return True


def signed(m: Match, e: ev.Signed) -> None:
    m.signatures[e.player] = e.totals


ACTS: Acts = {
    ev.SenseLost: sense_lost,
    ev.SenseBack: sense_back,
    ev.Asked: asked,
    ev.Answered: answered,
    ev.FaceNamed: face_named,
    ev.PlayerLeft: left,
    ev.PlayerReturned: came_back,
    ev.Signed: signed,
    ev.Ruled: rulings.ruled,
    ev.Initialed: rulings.initialed,
    ev.Warned: rulings.warned,
    ev.Penalized: rulings.penalized,
    ev.Paused: rulings.paused,
    ev.Restarted: rulings.paused,
    ev.Resumed: rulings.resumed,
}
"""By the kind of event. A game that has more to do calls them from acts of its own."""
