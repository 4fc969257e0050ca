"""What changed between looks at the table: cubes keep their number, letter and place until a hand has been at them.

A cube has moved when it is no longer where it was, a hand has been there, and one with its letter has come to rest
elsewhere. The number of cubes is conserved and a face does not change by being moved, which settles what one look
cannot. What cannot be settled is said to be unclear; nothing moves by itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from math import hypot

import numpy as np

from vision.changes import Appeared, Change, Lying, Missed, Reread, SawMoved, SawRolled, SawTurned, Shifted, Unclear
from vision.hands.reach import HandPath, Passed
from vision.sighting import LETTERS, SeenCube, SeenHand, Side
from vision.track.belief import (
    SAME_MM,
    SETTLED,
    SURE,
    TOUCH_MM,
    Belief,
    FaceLook,
    Hidden,
    LyingSpot,
    Tracked,
    apart,
    certain,
    halved,
    kind,
    nearest,
    spot_of,
    there,
)

CERTAIN, WARY = 0.98, 0.999
"""How likely a letter must be when it has just been rolled: to ask now costs less than a shake with a wrong letter. And
how likely one that a cube of this table was wrongly taken for before."""
TURNED, NO_LONGER = 0.96, 0.005
"""How likely another letter must be, and how unlikely the old one, for a cube to have been turned over: that accuses
somebody."""
FULL_SET = 28
"""So many cubes are half upper ones and half lower ones."""
ROLL = 6
"""So many cubes that are elsewhere at once were not moved, they were rolled."""
LOOKS = 2
"""Looks that must agree on where rolled cubes lie."""
MISSED_AFTER_MS = 1_500
"""Milliseconds. A cube that was taken up and is nowhere for longer is missed."""
OVERLOOKED = 2
"""Looks in which something that lay there before may not be seen."""
PUZZLED = 12
"""Quiet looks after which something that cannot be explained is said to be unclear."""
PUSHED_MM = 22.0
"""Millimetres. A cube that was pushed no farther is told only when no hand is there any more."""
HELD_WITHIN_MM = 26.0
"""Millimetres from a hand's foremost point within which a cube may still be held."""
APPROACH_MS = 600
"""Milliseconds before a cube touches down in which the hand that puts it there is on its way to the spot."""
LEAVING_MS = 200
"""Milliseconds for which that hand is still about, after the cube was first seen there."""
HIDDEN_LOOKS = 40
"""Looks for which it is remembered what hands hid."""


class Tracker:
    """Follows the cubes of one table: `hands` gets every picture that may show some, and `look` those that are read."""

    def __init__(self, expected: int | None = 28) -> None:
        self.expected = expected
        """How many cubes there are in a shake; None if any number will do."""
        self.reach = HandPath()
        self.cubes: list[Tracked] = []
        self._spots: list[LyingSpot] = []
        self._looks: deque[FaceLook] = deque(maxlen=HIDDEN_LOOKS)
        """The last looks."""
        self._before: list[Tracked] | None = None
        """While cubes roll: what was there."""
        self._since = 0
        self._steady = 0
        """When all was last where it was thought to be."""
        self._quiet = 0
        self._said = ""
        self.misread: set[str] = set()
        """Letters that cubes were taken for and did not show, as a judge has said."""
        self._waking = False
        """Whether it was resumed, and has seen no table without hands since."""

    @property
    def rolling(self) -> bool:
        """Whether cubes are being rolled, or so many are elsewhere that it comes to the same."""
        return self._before is not None

    @property
    def settled(self) -> bool:
        """Whether everything is where it is thought to be, so that nothing is gained by looking again."""
        if self._spots:
            return False
        if self._before is not None:
            return self._quiet >= PUZZLED  # the table was cleared
        return not any(cube.missed and not cube.told for cube in self.cubes)

    def hands(self, at: int, hands: Sequence[SeenHand], hidden: Hidden) -> list[Change]:
        """Note which cubes hands are near."""
        changes = self.reach.see(at, hands)
        if hands:
            for cube in self.cubes:
                # A hand that was there when the eye opened may have been anywhere before.
                if self._waking or hidden(cube.x, cube.y) or nearest(hands, cube.x, cube.y) <= TOUCH_MM:
                    cube.touched = at
        return changes

    def look(self, look: FaceLook) -> list[Change]:
        """What the picture shows to have happened."""
        self._quiet = self._quiet + 1 if look.quiet else 0
        self._waking = self._waking and self._quiet < SETTLED
        away = [cube for cube in self.cubes if cube.told]
        rest = self._recognise(look)
        changes = [self._back(cube) for cube in away if not cube.told]
        if self._before is None:
            changes += self._reread(look.at)
        self._spot(look, rest)
        if self._before is None and self._many_gone():
            self._before, self.cubes, self._since = self.cubes, [], self._steady
            self._spots = [spot_of(seen, self._empty(seen), look.at) for seen in look.cubes]
        if self._before is not None:
            changes += self._rolled(look)
        else:
            changes += self._carried(look)
            if self._quiet >= SETTLED:
                changes += self._explained(look.at)
        self._looks.append(look)
        if self.settled:
            self._steady = look.at
        return changes

    @property
    def known(self) -> int:
        """The time until which it is known what happened."""
        return self._steady

    def lying(self) -> tuple[Lying, ...]:
        """Where the cubes are that have not been taken up."""
        return tuple(
            Lying(cube.number, cube.letter, cube.region, cube.x, cube.y, cube.angle)
            for cube in self.cubes
            if not cube.told
        )

    def resume(self, cubes: Iterable[Lying], at: int) -> None:
        """Go on from what was known at `at`; what lies elsewhere by now was moved by a hand in sight, or it shifted."""
        self.forget()
        for lies in cubes:
            belief = Belief()
            belief.add([float(letter == lies.letter) for letter in LETTERS])
            place = lies.x, lies.y, lies.angle, lies.region
            self.cubes.append(Tracked(lies.cube, lies.letter, belief, *place, seen=at, touched=at - 1))
        self._steady, self._waking = at, True

    def name(self, letters: Mapping[int, str]) -> None:
        """A judge says what cubes show; from now on each is known by that, and by what it looks like."""
        for cube in self.cubes:
            if cube.number not in letters:
                continue
            letter, cube.named = letters[cube.number], True
            if letter != cube.letter:
                self.misread.add(cube.letter)
            cube.letter = letter

    def renumber(self, numbers: Mapping[int, int]) -> None:
        """Call cubes by other numbers, as a journal does into which the table was entered by hand."""
        for cube in self.cubes:
            cube.number = numbers.get(cube.number, cube.number)

    def forget(self) -> None:
        """Start anew: the next quiet look is taken as it is, as after a judge has put the cubes right."""
        self.cubes, self._spots, self._before, self._said = [], [], None, ""

    # Where cubes are that are known

    def _recognise(self, look: FaceLook) -> list[SeenCube]:
        """Find the known cubes where they were; gives what is seen elsewhere, or is not what it was."""
        rest = list(look.cubes)
        pairs = sorted(
            (far, n, m)
            for n, cube in enumerate(self.cubes)
            for m, seen in enumerate(rest)
            if (far := hypot(cube.x - seen.x, cube.y - seen.y)) <= SAME_MM
        )
        found: dict[int, int] = {}
        for _, n, m in pairs:
            if n not in found and m not in found.values():
                found[n] = m
        same: set[int] = set()
        for n, cube in enumerate(self.cubes):
            if n in found and not _another(cube, rest[found[n]]):
                self._see(cube, rest[found[n]], look.at)
                same.add(found[n])
            elif not look.hidden(cube.x, cube.y) or n in found:
                cube.missed += 1
                cube.lost = look.at if cube.lost is None else cube.lost
        return [seen for m, seen in enumerate(rest) if m not in same]

    def _see(self, cube: Tracked, seen: SeenCube, at: int) -> None:
        share = 0.3 if cube.touched < cube.seen else 1.0
        cube.x += share * (seen.x - cube.x)
        cube.y += share * (seen.y - cube.y)
        cube.angle, cube.region = seen.angle, seen.region
        if seen.chances:
            cube.belief.add(seen.chances)
        cube.seen, cube.missed, cube.lost, cube.told = at, 0, None, False

    def _back(self, cube: Tracked) -> Change:
        """A cube that was missed lies where it lay: it was put back, or it was there all the time and nobody saw it."""
        at = self._looks[-1].at if self._looks else cube.seen, cube.seen
        visit = self.reach.visit(cube.x, cube.y, *at)
        side, confidence = visit.side if visit else None, cube.belief.confidence
        return SawMoved(at, cube.number, cube.letter, "off", cube.region, cube.x, cube.y, side, confidence)

    def _reread(self, at: int) -> list[Change]:
        """Cubes whose letter turns out to be another one, though nobody was near."""
        changes: list[Change] = []
        for cube in self.cubes:
            letter, confidence = cube.belief.letter, cube.belief.confidence
            if cube.seen == at and letter != cube.letter and confidence >= SURE and not cube.named:
                changes.append(Reread((at, at), cube.number, cube.letter, letter, confidence))
                cube.letter = letter
        return changes

    # What lies where nothing lay

    def _spot(self, look: FaceLook, rest: Iterable[SeenCube]) -> None:
        kept: list[LyingSpot] = []
        for seen in rest:
            held = nearest(look.hands, seen.x, seen.y) <= HELD_WITHIN_MM
            spot = next((spot for spot in self._spots if self._fits(spot, seen, look.at)), None)
            if spot is None:
                spot = spot_of(seen, self._empty(seen), look.at)
            else:
                self._spots.remove(spot)
                spot.x, spot.y, spot.angle, spot.region = seen.x, seen.y, seen.angle, seen.region
                spot.belief.add(seen.chances or certain(seen))
                spot.looks, spot.unseen, spot.latest = spot.looks + 1, 0, look.at
            if held and spot.looks <= 1:  # it may still be in the fingers
                spot.looks, spot.first = 0, look.at
            kept.append(spot)
        # Not to see it proves nothing while a hand is about.
        for spot in self._spots:
            if look.busy(spot.x, spot.y):
                kept.append(spot)
            elif (look.quiet or spot.looks >= LOOKS) and spot.unseen < OVERLOOKED:
                spot.unseen += 1
                kept.append(spot)
        self._spots = kept

    def _fits(self, spot: LyingSpot, seen: SeenCube, at: int) -> bool:
        """Whether it is what was seen there before; only a hand can have turned it to another letter."""
        if hypot(spot.x - seen.x, spot.y - seen.y) > SAME_MM:
            return False
        same = seen.letter is None or spot.belief.confidence < SURE or seen.letter == spot.belief.letter
        return same or self.reach.visit(seen.x, seen.y, spot.latest, at) is None

    def _empty(self, seen: SeenCube) -> int:
        """When it could last be seen that nothing lay there; not to see it proves nothing while a hand is about."""
        for look in reversed(self._looks):
            if not look.busy(seen.x, seen.y):
                return look.at
        return self._looks[0].at if self._looks else 0

    # Explaining what changed

    def _carried(self, look: FaceLook) -> list[Change]:
        """Cubes that were taken up, and lie elsewhere with the same letter: certain even while hands are there."""
        changes: list[Change] = []
        for spot in sorted(self._spots, key=lambda spot: spot.first):
            if spot.looks < SETTLED or spot.belief.confidence < SURE:
                continue
            same = [cube for cube in self.cubes if cube.taken and cube.shows(spot.belief.letter)]
            same = [cube for cube in same if not self._replaced(cube)]
            if any(apart(cube, spot) < PUSHED_MM for cube in same) and look.busy(spot.x, spot.y):
                continue  # a hand that half covers a cube can make it seem beside itself
            if same:
                changes += self._moved(min(same, key=lambda cube: self.reach.gap(*_way(cube, spot))), spot)
        return changes

    def _replaced(self, cube: Tracked) -> bool:
        """Whether something lies in its place: it may have been turned over there."""
        return any(apart(cube, spot) <= SAME_MM for spot in self._spots)

    def _explained(self, at: int) -> list[Change]:
        """What is left at a quiet table, by conservation: a cube taken up and one that appeared are the same cube."""
        changes: list[Change] = []
        spots = [spot for spot in self._spots if spot.looks >= SETTLED]
        taken = [cube for cube in self.cubes if cube.taken]
        pairs = sorted(
            (_unlikely(cube, spot, self._replaced(cube)), n, m)
            for n, cube in enumerate(taken)
            for m, spot in enumerate(spots)
            if self._may_be(cube, spot)
        )
        used: set[int] = set()
        matched: set[int] = set()
        for _, n, m in pairs:
            if n not in matched and m not in used:
                matched.add(n)
                used.add(m)
                changes += self._moved(taken[n], spots[m])
        for m, spot in enumerate(spots):
            if m not in used:
                changes += self._appeared(spot, at)
        for n, cube in enumerate(taken):
            if n not in matched and not cube.told and at - (cube.lost or at) >= MISSED_AFTER_MS:
                cube.told = True
                interval = cube.seen, cube.lost or at
                changes.append(Missed(interval, cube.number, cube.letter, cube.region, self._who(cube, cube.seen, at)))
        return changes + self._puzzled(at)

    def _may_be(self, cube: Tracked, spot: LyingSpot) -> bool:
        """Whether the cube can be what lies there, as far as it can be read."""
        if spot.belief.confidence < SURE:
            return self._handled(spot)
        return kind(cube.letter) == kind(spot.belief.letter)

    def _handled(self, spot: LyingSpot) -> bool:
        """Whether a hand was at it, or over it, when it came there: shadows can look like cubes nobody can read."""
        if self.reach.near(spot.x, spot.y, spot.before, spot.first, TOUCH_MM):
            return True
        return any(look.hidden(spot.x, spot.y) for look in self._looks if spot.before <= look.at <= spot.first)

    def _moved(self, cube: Tracked, spot: LyingSpot) -> list[Change]:
        """The cube lies at the spot now."""
        visit = self.reach.visit(spot.x, spot.y, max(spot.before, cube.seen), spot.first)
        # It touched down after the spot was last seen empty and before the cube was seen; and while the hand was there,
        # if there was only one: where two touch, nobody can say where each of them ends.
        start, end = _landing(cube, spot), spot.first
        carrier = self.reach.both(*_way(cube, spot))
        side = self.reach.only(cube.seen, spot.first) or carrier or self.reach.only(start, end)
        if visit and visit.close and self.reach.only(start, end):
            start = min(end, max(start, visit.came))
            end = min(end, max(start, visit.left))
        at = start, end
        changes: list[Change] = []
        letter, confidence = cube.letter, max(spot.belief.confidence, cube.likely(spot.belief))
        elsewhere = apart(cube, spot) > SAME_MM
        if elsewhere:
            moved = SawMoved(at, cube.number, letter, cube.region, spot.region, spot.x, spot.y, side, confidence)
            changes.append(moved)
        if spot.belief.confidence >= TURNED and cube.likely(spot.belief) <= NO_LONGER:
            face = spot.belief.letter
            changes.append(SawTurned(at, cube.number, letter, face, spot.region, side, spot.belief.confidence))
            cube.letter, cube.belief, cube.named = face, spot.belief, False
        self._lay(cube, spot)
        return changes

    def _appeared(self, spot: LyingSpot, at: int) -> list[Change]:
        """A cube more than were known: a new one, if there may be more. A shadow that looks like one came by itself."""
        if self.expected is not None and len(self.cubes) >= self.expected:
            return []
        if spot.belief.confidence < SURE and not self._handled(spot):
            return []
        self._spots.remove(spot)
        cube = self._new(spot, at)
        visit = self.reach.visit(spot.x, spot.y, spot.before, spot.first)
        side = visit.side if visit else self.reach.only(spot.before, spot.first)
        interval = min(spot.before, spot.first), spot.first
        return [Appeared(interval, cube.number, cube.letter, cube.region, cube.x, cube.y, side, cube.belief.confidence)]

    def _puzzled(self, at: int) -> list[Change]:
        """Say once what has been unexplained for a while, and once that it no longer is."""
        words = ""
        cubes: tuple[int, ...] = ()
        shifted = self._shifted(at) if self._quiet >= PUZZLED else []
        unseen = [cube for cube in self.cubes if cube.missed and not cube.taken]
        more = [spot for spot in self._spots if spot.looks >= SETTLED]
        if more:
            where = ", ".join(sorted({spot.region for spot in more}))
            words = f"there is more than the {len(self.cubes)} cubes that are known ({where})"
        elif unseen:
            cubes = tuple(cube.number for cube in unseen)
            words = f"{_named(unseen)} cannot be seen, though nobody touched it"
        if words == self._said or (words and self._quiet < PUZZLED):
            return shifted
        self._said = words
        return [*shifted, Unclear((at, at), words, cubes)]

    def _shifted(self, at: int) -> list[Change]:
        """Cubes that are elsewhere by conservation alone: the table is taken as it lies, and nobody has moved it."""
        changes: list[Change] = []
        for spot in [spot for spot in self._spots if spot.belief.confidence >= SURE]:
            gone = [cube for cube in self.cubes if cube.missed and cube.shows(spot.belief.letter)]
            if not gone:
                continue
            cube = min(gone, key=lambda cube: apart(cube, spot))
            changes.append(Shifted((cube.seen, at), cube.number, cube.letter, cube.region, spot.region))
            self._lay(cube, spot)
        return changes

    def _lay(self, cube: Tracked, spot: LyingSpot) -> None:
        self._spots.remove(spot)
        cube.x, cube.y, cube.angle, cube.region = spot.x, spot.y, spot.angle, spot.region
        cube.seen, cube.touched = spot.first, spot.first - 1
        cube.missed, cube.lost, cube.told = 0, None, False

    # Rolling

    def _many_gone(self) -> bool:
        gone = sum(cube.missed > 0 and cube.touched >= cube.seen for cube in self.cubes)
        fresh = sum(spot.looks >= SETTLED for spot in self._spots)
        return gone >= ROLL or len(self.cubes) < ROLL <= fresh

    def _rolled(self, look: FaceLook) -> list[Change]:
        """The roll, once every cube has come to rest."""
        assert self._before is not None
        at = look.at
        resting = [spot for spot in self._spots if spot.looks >= LOOKS]
        if len(resting) < len(self._spots) or (self._quiet < LOOKS and len(resting) != self.expected):
            return []
        stayed = [cube for cube in self._before if any(there(cube, spot) for spot in resting)]
        if self._before and len(stayed) >= 0.7 * len(self._before):  # they were only out of sight
            self.cubes, self._before = self._before, None
            self._spots = [spot for spot in resting if not any(there(cube, spot) for cube in stayed)]
            for cube in stayed:
                cube.seen, cube.missed, cube.lost = at, 0, None
            return []
        if not resting:
            return []  # they are in somebody's hands, or the table was cleared
        if self.expected is not None and len(resting) != self.expected:
            words = f"{len(resting)} of {self.expected} cubes are seen"
            if self._quiet < PUZZLED or words == self._said:
                return []
            self._said = words
            return [Unclear((at, at), words)]
        cleared: list[Change] = [Unclear((at, at), "")] if self._said else []
        self._before, self._spots, self._said = None, [], ""
        overruled = halved([spot.belief for spot in resting]) if len(resting) == FULL_SET else []
        for spot in sorted(resting, key=lambda spot: (kind(spot.belief.letter), spot.y, spot.x)):
            self._new(spot, at)
        letters = "".join(cube.letter for cube in self.cubes)
        least = min(cube.belief.confidence for cube in self.cubes)
        first = max(spot.first for spot in resting)
        unsure = tuple(
            lies
            for lies, cube in zip(self.lying(), self.cubes, strict=True)
            if self._doubtful(cube) or any(cube.belief is one for one in overruled)
        )
        when, side = (min(self._since, first), first), self.reach.most(self._since, at)
        return [*cleared, SawRolled(when, letters, side, least, unsure)]

    def _doubtful(self, cube: Tracked) -> bool:
        return cube.belief.confidence < (WARY if cube.letter in self.misread else CERTAIN)

    def _new(self, spot: LyingSpot, at: int) -> Tracked:
        number = max((cube.number for cube in self.cubes), default=0) + 1
        cube = Tracked(
            number, spot.belief.letter, spot.belief, spot.x, spot.y, spot.angle, spot.region, at, spot.first - 1
        )
        self.cubes.append(cube)
        return cube

    def _who(self, cube: Tracked, since: int, until: int) -> Side | None:
        visit = self.reach.visit(cube.x, cube.y, since, until)
        return visit.side if visit else self.reach.only(since, until)


def _another(cube: Tracked, seen: SeenCube) -> bool:
    """Whether what lies in a cube's place shows another letter since a hand has been there."""
    return seen.letter is not None and not cube.shows(seen.letter) and cube.touched >= cube.seen


def _landing(cube: Tracked, spot: LyingSpot) -> int:
    """The earliest time at which the cube can have touched down."""
    return min(spot.first, max(spot.before, cube.seen))


def _way(cube: Tracked, spot: LyingSpot) -> tuple[Passed, Passed]:
    """Where and when the hand that carried the cube to the spot must have been: x, y, since, until."""
    taken = cube.x, cube.y, cube.seen, spot.first
    return taken, (spot.x, spot.y, _landing(cube, spot) - APPROACH_MS, spot.first + LEAVING_MS)


def _unlikely(cube: Tracked, spot: LyingSpot, replaced: bool) -> float:
    """How far-fetched it is that this cube lies there now: by its face, by what lies in its place, by how far it is."""
    face = -float(np.log(max(0.001, cube.likely(spot.belief))))
    off = apart(cube, spot)
    return face + float(replaced and off > SAME_MM) + off / 1_000


def _named(cubes: Sequence[Tracked]) -> str:
    return ", ".join(f"{cube.letter} in {cube.region}" for cube in cubes)
