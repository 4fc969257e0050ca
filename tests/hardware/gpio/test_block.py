"""The challenge block on a mock pin, with the real gpiozero."""

from __future__ import annotations

import pytest

from hardware.gpio.block import GpioBlock
from hardware.held import AWAY_BLOCK_MS
from hardware.parts import BlockMoved, Trouble
from hardware.wiring import WIRING

PIN = WIRING.block


@pytest.fixture
def block(bench):
    made = bench.put(GpioBlock, bench.heard.append)
    bench.close_switch(PIN)
    bench.wait(1_000)
    bench.heard.clear()
    return made


def test_a_lift_counts_after_150_ms_and_is_stamped_at_its_first_edge(bench, block):
    lifted_at = bench.now
    bench.open_switch(PIN)
    bench.wait(149)
    assert not block.lifted
    assert bench.heard == []
    bench.wait(1)
    assert block.lifted
    assert bench.heard == [BlockMoved(lifted_at, True)]


def test_putting_it_back_counts_at_once(bench, block):
    bench.open_switch(PIN)
    bench.wait(500)
    bench.heard.clear()
    bench.close_switch(PIN)
    assert bench.heard == [BlockMoved(bench.now, False)]
    assert not block.lifted


def test_chatter_is_one_lift(bench, block):
    lifted_at = bench.now
    for _ in range(4):
        bench.open_switch(PIN)
        bench.now += 2
        bench.close_switch(PIN)
        bench.now += 1
    bench.open_switch(PIN)
    bench.wait(300)
    assert bench.heard == [BlockMoved(lifted_at, True)]


def test_a_nudge_is_no_lift(bench, block):
    bench.open_switch(PIN)
    bench.wait(120)
    bench.close_switch(PIN)
    bench.wait(1_000)
    assert bench.heard == []


def test_an_edge_is_stamped_when_the_kernel_saw_it_and_not_when_a_busy_thread_got_to_it(bench, block):
    bench.factory.late = 0.04
    bench.open_switch(PIN)
    bench.wait(200)
    assert bench.heard == [BlockMoved(bench.now - 200 - 40, True)]


def test_ticks_of_another_clock_are_not_believed(bench, block):
    for late in (-50.0, 1.7e9):
        bench.factory.late = late
        began = bench.now
        bench.open_switch(PIN)
        bench.wait(200)
        assert bench.heard.pop(0) == BlockMoved(began, True)
        bench.close_switch(PIN)
        assert bench.heard.pop(0) == BlockMoved(bench.now, False)
        bench.wait(100)


def test_a_missed_edge_is_recovered_by_looking_at_the_level(bench, block):
    pin = bench.pin(PIN)
    pin.edges = "none"
    pin.drive_high()
    bench.wait(20)
    found = bench.now
    bench.wait(200)
    assert bench.heard == [BlockMoved(found, True)]


def test_a_block_that_is_away_at_the_start_is_no_news(bench):
    made = bench.put(GpioBlock, bench.heard.append)
    bench.wait(500)
    assert made.lifted
    assert bench.heard == []


def test_a_block_that_stays_away_is_noticed_and_said_in_words(bench, block):
    began = bench.now
    bench.open_switch(PIN)
    bench.wait(AWAY_BLOCK_MS - 1_000, step=500)
    assert block.trouble() == ""
    bench.wait(1_500, step=500)
    assert "off its pad for 10 minutes" in block.trouble()
    assert f"GPIO{PIN}" in block.trouble()
    bench.close_switch(PIN)
    bench.wait(20)
    assert block.trouble() == ""
    assert [h.words != "" for h in bench.heard if isinstance(h, Trouble)] == [True, False]
    assert [h for h in bench.heard if isinstance(h, BlockMoved)] == [
        BlockMoved(began, True),
        BlockMoved(bench.now - 20, False),
    ]


def test_a_fluttering_switch_is_said_in_words(bench, block):
    for _ in range(300):
        bench.open_switch(PIN)
        bench.wait(3)
        bench.close_switch(PIN)
        bench.wait(3)
    assert "flutters" in block.trouble()
    assert not [h for h in bench.heard if isinstance(h, BlockMoved)]
    bench.wait(1_000)
    assert block.trouble() == ""


def test_nothing_is_heard_after_closing_twice(bench, block):
    block.close()
    block.close()
    bench.open_switch(PIN)
    bench.wait(500)
    assert bench.heard == []
    assert block.trouble() == ""
