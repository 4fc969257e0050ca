"""Where cubes can be put."""

from __future__ import annotations

from random import Random

import cv2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.mats import mat_named
from table.simulation.spots import NoRoom, PlacingSpot, free_spot, is_free, overlap

MAT = mat_named("tournament")
SPOTS = st.builds(PlacingSpot, st.floats(0, 40), st.floats(0, 40), st.floats(0, 360))


@given(SPOTS, SPOTS)
@settings(max_examples=200, deadline=None)
def test_two_cubes_overlap_where_their_bases_share_some_ground(one: PlacingSpot, other: PlacingSpot) -> None:
    how, corners = cv2.rotatedRectangleIntersection(
        ((one.x, one.y), (16, 16), one.angle), ((other.x, other.y), (16, 16), other.angle)
    )
    shared = 0.0 if how == cv2.INTERSECT_NONE or corners is None else cv2.contourArea(cv2.convexHull(corners))
    assert overlap(one, other, 16) == overlap(other, one, 16)
    if shared > 0.05:
        assert overlap(one, other, 16)
    elif how == cv2.INTERSECT_NONE:
        assert not overlap(one, other, 15.99)


@pytest.mark.parametrize("region", ["permitted", "forbidden", "resources", "goal"])
def test_a_region_fills_up_without_overlap_until_there_is_no_room(region: str) -> None:
    rng, taken = Random(1), list[PlacingSpot]()

    def fill() -> None:
        while len(taken) < 400:
            spot = free_spot(rng, MAT, region, taken, rng.uniform(0, 360))
            assert MAT.region(region).area.holds((spot.x, spot.y))
            assert is_free(spot, taken, MAT.cube, 0.0)
            taken.append(spot)

    with pytest.raises(NoRoom, match=region):
        fill()
    assert len(taken) > 14


def test_some_cubes_touch() -> None:
    rng, touching = Random(2), 0.0
    for _ in range(20):
        taken: list[PlacingSpot] = []
        for _ in range(6):
            taken.append(free_spot(rng, MAT, "forbidden", taken, rng.uniform(0, 360)))
        touching += sum(overlap(one, other, 16.5) for one in taken for other in taken if one != other) / 2
    assert touching >= 20
