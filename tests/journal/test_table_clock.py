"""The table's time: it goes on within a boot, takes up where it stood after one, and never runs backwards."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from table.journal.clock import BootClock, TravelClock
from table.journal.journal import Journal
from table.rules.events import Noted, Restarted, Time


def test_the_first_boot_counts_as_the_machine_does(tmp_path: Path) -> None:
    with Journal(tmp_path, TravelClock(now=12_345)) as journal:
        assert journal.append(Time(), "clock").t == 12_345
        assert journal.restarted is None


def test_a_process_that_crashed_goes_on_at_the_right_time(tmp_path: Path) -> None:
    clock = TravelClock(now=1000)
    with Journal(tmp_path, clock) as journal:
        journal.append(Time(), "clock")
    clock.advance(40_000)
    with Journal(tmp_path, clock) as journal:
        assert journal.now() == 41_000
        assert journal.restarted is None


def test_after_a_reboot_time_goes_on_where_it_stood_and_the_dark_is_reported(tmp_path: Path) -> None:
    clock = TravelClock(now=90_000)
    with Journal(tmp_path, clock) as journal:
        journal.append(Time(), "clock")
    clock.reboot("boot-2", dark=55_000, now=7_000)
    with Journal(tmp_path, clock) as journal:
        assert journal.restarted == 62_000
        assert journal.now() == 90_000
        clock.advance(250)
        assert journal.append(Restarted(lost=62_000), "clock").t == 90_250
    clock.advance(1_000)
    with Journal(tmp_path, clock) as journal:
        assert journal.now() == 91_250
        assert journal.restarted is None


def test_a_restart_is_reported_until_it_is_written_down(tmp_path: Path) -> None:
    clock = TravelClock(now=90_000)
    with Journal(tmp_path, clock) as journal:
        journal.append(Time(), "clock")
    clock.reboot("boot-2", dark=5_000)
    with Journal(tmp_path, clock) as console:
        console.append(Noted("back again"), "judge")
    with Journal(tmp_path, clock) as control:
        assert control.restarted == 5_000


def test_a_reboot_before_anything_happened_is_nothing_to_report(tmp_path: Path) -> None:
    clock = TravelClock(now=90_000)
    Journal(tmp_path, clock).close()
    clock.reboot("boot-2", now=300)
    with Journal(tmp_path, clock) as journal:
        assert journal.restarted is None
        assert journal.now() == 300


def test_a_calendar_set_back_loses_no_time_and_moves_none(tmp_path: Path) -> None:
    clock = TravelClock(now=1000)
    with Journal(tmp_path, clock) as journal:
        journal.append(Time(), "clock")
        clock.set_wall(datetime(1970, 1, 1, tzinfo=UTC))
        assert journal.append(Time(), "clock").t == 1000
    clock.reboot("boot-2")
    clock.set_wall(datetime(1969, 1, 1, tzinfo=UTC))
    with Journal(tmp_path, clock) as journal:
        assert journal.restarted == 0
        assert journal.now() == 1000


def test_a_stamp_made_elsewhere_on_the_machine_is_moved_by_the_offset(tmp_path: Path) -> None:
    clock = TravelClock(now=90_000)
    with Journal(tmp_path, clock) as journal:
        journal.append(Time(), "clock")
    clock.reboot("boot-2", now=7_000)
    with Journal(tmp_path, clock) as journal:
        edge = clock.now()
        clock.advance(12)
        entry = journal.append(Time(), "clock", at=edge + journal.offset)
        assert (entry.at, entry.t) == (90_000, 90_012)


STEPS = st.one_of(
    st.tuples(st.just("pass"), st.integers(0, 100_000)),
    st.tuples(st.just("fall back"), st.integers(0, 100_000)),
    st.tuples(st.just("reboot"), st.integers(0, 100_000)),
    st.tuples(st.just("set calendar"), st.integers(0, 2_000_000_000)),
    st.tuples(st.just("reopen"), st.just(0)),
    st.tuples(st.just("append"), st.just(0)),
)


@settings(max_examples=40, deadline=None)
@given(steps=st.lists(STEPS, max_size=20))
def test_whatever_the_clocks_do_time_never_runs_backwards_and_numbers_have_no_gaps(
    quick_disk: Path, steps: list[tuple[str, int]]
) -> None:
    clock = TravelClock(now=50_000)
    boots = 1
    with TemporaryDirectory(dir=quick_disk) as name:
        journal = Journal(Path(name), clock)
        for step, amount in steps:
            if step == "pass":
                before = journal.now()
                clock.advance(amount)
                assert journal.now() == before + amount
            elif step == "fall back":
                clock.set(max(0, clock.now() - amount))
            elif step == "set calendar":
                clock.set_wall(datetime.fromtimestamp(amount, UTC))
            elif step == "append":
                journal.append(Time(), "clock")
            else:
                journal.close()
                if step == "reboot":
                    boots += 1
                    clock.reboot(f"boot-{boots}", now=amount)
                journal = Journal(Path(name), clock)
                last = journal.last()
                assert last is None or journal.now() >= last.t
                assert journal.restarted is None or journal.restarted >= 0
        assert journal.verify() == []
        journal.close()


def test_the_machines_clock_counts_and_knows_its_boot(tmp_path: Path) -> None:
    clock = BootClock()
    assert clock.boot == BootClock().boot
    assert 0 < clock.now() <= clock.now()
    assert clock.wall().tzinfo is UTC


def test_a_machine_that_does_not_tell_its_boot_counts_every_start_as_one(tmp_path: Path) -> None:
    missing = tmp_path / "boot_id"
    assert BootClock(missing).boot != BootClock(missing).boot
