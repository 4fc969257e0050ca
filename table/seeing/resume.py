"""Lets an eye go on after a restart from what the journal knows: where cubes lay, what they show, which hand stayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.journal.session import Session
from table.rules.events import Saw
from table.seeing.sighting_events import lying

if TYPE_CHECKING:  # it brings OpenCV
    from vision.eye import Eye


def resume(eye: Eye, session: Session) -> bool:
    """Let an eye go on from where the journal last saw the cubes lie; says whether there was anything."""
    eye.tracker.misread |= session.misread
    match, last = session.match, session.cubes
    if match is None or last is None or not isinstance(last.event, Saw):
        return False
    goal = match.shake.goal if match.shake else ""
    at = last.moment - session.journal.offset
    eye.resume(lying(last.event), goal, at, session.covered, session.at_block)
    eye.tracker.name(session.named)
    return True
