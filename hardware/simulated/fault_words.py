"""The words for what can go wrong at a table; `faults` has the deeds. A blank in capitals is filled in."""

from __future__ import annotations

import re


class BadFault(ValueError):  # noqa: N818  (a fault is bad, as an entry or a mat is)
    """No such fault, or not on this bench; the words say which there are."""


VERBS = {
    "unplug camera": "the camera is gone",
    "plug in camera": "it is back",
    "stall camera": "the camera sends nothing, without an error",
    "freeze camera": "the camera sends one picture over and over",
    "thaw camera": "it goes on after a stall or a freeze",
    "unplug pod": "the pod's cable is pulled",
    "plug in pod": "it is put back",
    "restart pod": "the pod was without power for a moment",
    "drop PERCENT% of bytes": "so many bytes between pod and host get lost",
    "garble PERCENT% of bytes": "so many arrive as others",
    "duplicate PERCENT% of bytes": "so many arrive twice",
    "delay PERCENT% of chunks": "so many are held up, by up to 0.2 s",
    "line good": "nothing is wrong with the line any more",
    "chatter block": "the block's switch bounces at every edge",
    "loosen block": "a wire of the block's switch is loose and flutters",
    "stick block OPEN|CLOSED": "the block's switch stays so, whatever the block does",
    "free block": "the block's switch is as it should be",
    "stick button SEAT BUTTON": "a button stays down: seat 1 to 3; goal, bonus, now or impossible",
    "free button SEAT BUTTON": "it is free again",
    "bump mat": "somebody pushes the mat with all that is on it",
    "bump camera": "somebody knocks against the camera's arm",
    "lamp off": "the nearest lamp goes out",
    "lamp on": "it is on again",
    "blur": "the camera is out of focus",
    "sharp": "it is in focus again",
    "glare band": "a light is mirrored in a band across the mat",
    "no glare": "it is gone",
    "cover half of the Goal": "a card lies over half of the Goal",
    "uncover the Goal": "it is taken away",
    "hide PERCENT% of hands": "in so many seconds, by chance, a hand is in no picture; 0% shows them all again",
    "falsify a face": "a cube's letter is read as another, without a doubt, while the cube lies as it does",
    "falsify a place": "a cube is seen somewhere else, or nowhere, while it lies as it does",
    "sight true": "all cubes are read as they are",
    "power cut": "the mains go: whoever runs the table dies, the pod forgets",
}
"""Each verb, and what it does."""

_BLANKS = {
    "PERCENT": r"(\d+(?:\.\d+)?)",
    "SEAT": "([1-3])",
    "BUTTON": "(goal|bonus|now|impossible)",
    "OPEN|CLOSED": "(open|closed)",
}
_BLANK = re.compile("|".join(map(re.escape, _BLANKS)))


def understood(words: str) -> tuple[str, tuple[str, ...]]:
    """The verb that is meant, and what its blanks are filled with. Raises BadFault."""
    plain = " ".join(words.lower().split())
    for verb in VERBS:
        found = re.fullmatch(_BLANK.sub(lambda blank: _BLANKS[blank[0]], verb), plain, re.IGNORECASE)
        if found:
            return verb, found.groups()
    raise BadFault(f"'{words}' is no fault; there are: {', '.join(VERBS)}")


def listed() -> str:
    """All verbs with what they do, a line each."""
    wide = max(map(len, VERBS))
    return "\n".join(f"{verb:<{wide}}  {words}" for verb, words in VERBS.items())
