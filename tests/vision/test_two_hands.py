"""What is concluded where hands touch each other, or are seen only in part: as much as is known, and no more."""

from __future__ import annotations

from vision.changes import Change, SawMoved
from vision.sighting import LETTERS, SeenCube, SeenHand, Side
from vision.track.belief import FaceLook
from vision.track.tracker import Tracker

HOME, AWAY = (300.0, 330.0), (100.0, 150.0)
OTHER = SeenCube("K", 1.0, 450.0, 330.0, 0.0, "resources", tuple(float(letter == "K") for letter in LETTERS))


class Seen:
    """A tracker that is shown an A and a K, and hands by their foremost points."""

    def __init__(self) -> None:
        self.tracker = Tracker(2)
        self.at = 0
        self.told: list[SawMoved] = []
        for _ in range(4):
            self.show(HOME)

    def show(
        self,
        where: tuple[float, float] | None,
        *hands: tuple[Side, float, float],
        letter: str = "A",
        covered: bool = False,
    ) -> None:
        """A picture, 100 ms after the last: where the first cube is seen, if it is, and what the hands hide."""
        self.at += 100
        seen = [SeenHand(side, x, y, 5000.0) for side, x, y in hands]
        cubes = [OTHER]
        if where is not None:
            region = "resources" if where == HOME else "forbidden"
            cubes.append(SeenCube(letter, 1.0, *where, 0.0, region, tuple(float(one == letter) for one in LETTERS)))

        def hidden(x: float, y: float) -> bool:
            return covered and (x, y) != (OTHER.x, OTHER.y)

        changes: list[Change] = self.tracker.hands(self.at, seen, hidden)
        changes += self.tracker.look(FaceLook(self.at, cubes, seen, hidden, not hands))
        self.told += [change for change in changes if isinstance(change, SawMoved)]


def test_where_two_hands_touch_a_move_is_told_for_all_of_the_time_in_which_it_can_have_been() -> None:
    seen = Seen()
    seen.show(HOME, ("east", 310, 335), ("west", 20, 150))
    hid = seen.at
    for _ in range(8):  # one mass of two arms, whose foremost point says nothing
        seen.show(None, ("west", 540, 210), ("east", 310, 335), covered=True)
    seen.show(None, ("west", 60, 160), ("east", 330, 335), covered=True)
    for _ in range(3):
        seen.show(AWAY)
    [move] = seen.told
    assert move.at == (hid, hid + 1000)


def test_the_hand_that_was_where_a_cube_was_taken_and_where_it_was_put_has_moved_it() -> None:
    seen = Seen()
    hovers: tuple[Side, float, float] = "west", 104, 152
    seen.show(HOME, ("east", 302, 332), hovers)
    for x, y in ((302, 332), (200, 240), (120, 170), (120, 170)):
        seen.show(None, ("east", x, y), hovers, covered=True)
    for _ in range(3):
        seen.show(AWAY)
    [move] = seen.told
    assert move.side == "east"


def test_a_cube_is_moved_by_a_hand_of_which_not_all_is_seen() -> None:
    seen = Seen()
    for _ in range(4):
        seen.show(None, ("south", 330, 376))  # the fingers themselves are lost in the dark
    for _ in range(4):
        seen.show(AWAY)
    [move] = seen.told
    assert (move.letter, move.region, move.side) == ("A", "forbidden", "south")


def test_a_face_that_is_read_now_so_now_so_is_one_cube_that_lay_there_from_the_first() -> None:
    seen = Seen()
    seen.show(None, ("south", 300, 340))
    seen.show(None, ("south", 110, 160), covered=True)
    seen.show(None, ("south", 110, 160), covered=True)
    first = seen.at + 100
    for number in range(6):
        seen.show(AWAY, letter="AR"[number % 2])
    [move] = seen.told
    assert move.letter == "A", "a face does not change by being moved"
    assert move.at[1] <= first


def test_of_two_cubes_with_one_letter_each_is_where_its_own_hand_put_it() -> None:
    tracker, told, at = Tracker(2), list[SawMoved](), 0
    one, other, put, put_too = (480.0, 275.0), (150.0, 395.0), (420.0, 215.0), (200.0, 170.0)

    def show(*places: tuple[float, float], north: tuple[float, float], east: tuple[float, float]) -> None:
        nonlocal at
        at += 100
        hands = [SeenHand("north", *north, 5000.0), SeenHand("east", *east, 5000.0)] if north != east else []
        ones = tuple(float(letter == "i") for letter in LETTERS)
        cubes = [SeenCube("i", 1.0, x, y, 0.0, "resources" if y > 220 else "required", ones) for x, y in places]
        look = FaceLook(at, cubes, hands, lambda _x, _y: False, not hands)
        tracker.hands(at, hands, look.hidden)
        told.extend(change for change in tracker.look(look) if isinstance(change, SawMoved))

    nowhere = (0.0, 0.0)
    for _ in range(4):
        show(one, other, north=nowhere, east=nowhere)
    show(one, other, north=(482, 270), east=(300, 390))
    show(other, north=(482, 270), east=(150, 390))  # north's is taken up first, and put down last
    show(north=(450, 240), east=(150, 390))
    for _ in range(3):
        show(put_too, north=(450, 240), east=(203, 172))
    for _ in range(3):
        show(put, put_too, north=(500, 90), east=(540, 160))
    assert sorted((move.side, round(move.x)) for move in told) == [("east", 200), ("north", 420)]
