"""The glass: what is left of it and what carries over."""

from hypothesis import given
from hypothesis import strategies as st

from table.rules.sand import GLASS_MS, Limit, carry_over


@given(st.integers(0, GLASS_MS))
def test_an_opponent_flips_so_that_the_lesser_amount_runs_first(sand):
    assert carry_over(sand) == min(sand, GLASS_MS - sand)
    assert carry_over(sand) == carry_over(GLASS_MS - sand)


@given(st.integers(0, 30_000), st.sampled_from((60, 120, 180)), st.integers(0, 400_000))
def test_the_top_bulb_runs_through_the_carry_and_then_through_whole_glasses(carry, seconds, later):
    limit = Limit("turn", ("Ann",), 0, carry, carry + seconds * 1000, 10_000, 1)
    glass, since = carry, later
    while since >= glass and since < limit.due:  # turn the glass over whenever it has run out
        since, glass = since - glass, GLASS_MS
    expected = glass - since if later < limit.due else 0
    assert limit.sand(later) in (expected, expected % GLASS_MS)
    assert limit.out == limit.due + 10_000
