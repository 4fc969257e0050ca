"""The Goal is read the way its letters stand, from wherever somebody set it."""

from __future__ import annotations

from math import cos, radians, sin

from hypothesis import given
from hypothesis import strategies as st

from vision.cubes.goal import goal_of, reading_angle, rows_of
from vision.sighting import LETTERS, SeenCube

TELLING = "".join(letter for letter in LETTERS if letter not in "Nso")


def row(letters, way=0.0, skew=0.0, gap=18.0, at=(280.0, 44.0), wobble=(), turns=()):
    """Cubes in a row that runs in this direction, each letter upright for who reads along it."""
    cubes = []
    for place, letter in enumerate(letters):
        along = (place - (len(letters) - 1) / 2) * gap
        x, y = at[0] + along * cos(radians(way + skew)), at[1] + along * sin(radians(way + skew))
        angle = way + (wobble[place % len(wobble)] if wobble else 0) + (turns[place] if turns else 0)
        known = letter if letter != "?" else None
        cubes.append(SeenCube(known, 0.99 if known else 0.4, x, y, angle % 360, "goal"))
    return cubes


ways = st.sampled_from((0, 90, 180, 270)).flatmap(lambda way: st.floats(way - 20, way + 20))
words = st.text(LETTERS, min_size=1, max_size=11)


@given(words.filter(lambda word: set(word) & set(TELLING)), ways, st.floats(-6, 6), st.floats(16, 40), st.randoms())
def test_a_row_is_read_from_wherever_it_was_set(word, way, skew, gap, rng):
    cubes = row(word, way, skew, gap, wobble=[rng.uniform(-8, 8) for _ in word])
    rng.shuffle(cubes)
    assert goal_of(cubes) == word


@given(words.filter(lambda word: set(word) & set(TELLING)), ways, st.randoms())
def test_letters_that_look_the_same_upside_down_follow_the_others(word, way, rng):
    turns = [{"N": 180, "s": 180, "o": 90}.get(letter, 360) * rng.randrange(4) for letter in word]
    assert goal_of(row(word, way, turns=turns)) == word


@given(words, ways, st.data())
def test_a_letter_that_cannot_be_read_keeps_its_place(word, way, data):
    word = "K" + word
    at = data.draw(st.integers(1, len(word) - 1))
    unsure = word[:at] + "?" + word[at + 1 :]
    assert goal_of(row(unsure, way)) == unsure


@given(st.text("Ns", min_size=1, max_size=7), st.floats(-40, 40), st.sampled_from((0, 180)))
def test_the_mats_own_way_decides_where_letters_do_not_tell(word, way, turn):
    cubes = row(word, way, turns=[turn] * len(word))
    assert goal_of(cubes) == word


@given(st.integers(1, 6), st.floats(-30, 30), st.sampled_from((0, 90, 180, 270)))
def test_an_o_tells_nothing(count, way, turn):
    cubes = row("o" * count, way, turns=[turn] * count)
    assert goal_of(cubes) == "o" * count
    assert abs(reading_angle(cubes)) <= 45


def test_most_letters_decide_when_one_was_put_down_the_wrong_way():
    assert goal_of(row("KpqrA", 180, turns=[0, 0, 180, 0, 0])) == "KpqrA"


@given(words, words, ways)
def test_two_rows_are_read_from_the_top(upper, lower, way):
    upper, lower = "C" + upper, "K" + lower
    off = (-sin(radians(way)) * 13, cos(radians(way)) * 13)
    above = row(upper, way, at=(280 - off[0], 44 - off[1]))
    below = row(lower, way, at=(280 + off[0], 44 + off[1]))
    assert goal_of(below + above) == upper + lower
    assert [len(line) for line in rows_of(below + above)] == [len(upper), len(lower)]


def test_letters_one_below_the_other_are_read_downwards():
    assert goal_of([SeenCube(letter, 1, 100, 20 + 18 * at, 0, "goal") for at, letter in enumerate("Kpq")]) == "Kpq"


def test_what_lies_elsewhere_is_no_part_of_the_goal():
    beside = [SeenCube("A", 0.99, 300, 300, 0, "resources")]
    assert goal_of(beside) == ""
    assert goal_of(row("Kpq") + beside) == "Kpq"


strewn = st.lists(
    st.tuples(st.sampled_from([*LETTERS, None]), *[st.floats(0, 560)] * 2, st.floats(0, 360)), max_size=12
)


@given(strewn)
def test_every_cube_in_the_goal_is_read_once(cubes):
    seen = [SeenCube(letter, 0.9, x, y, angle, "goal") for letter, x, y, angle in cubes]
    assert sorted(goal_of(seen)) == sorted(letter or "?" for letter, *_ in cubes)
    assert goal_of(seen) == goal_of(seen[::-1])
