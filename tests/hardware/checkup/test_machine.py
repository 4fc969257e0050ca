"""The machine under the table: disk, clock, heat, pins, groups, each with what can be wrong with it."""

import pytest

from hardware.checkup import machine


def states(findings):
    return [finding.state for finding in findings]


def test_a_writable_folder_with_space_is_well(tmp_path):
    found = machine.disk(tmp_path, lambda _: 10**11)
    assert states(found) == ["ok", "ok"]
    assert "a durable write takes" in found[1].words
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("free", "state"), [(10**9, "warning"), (10**7, "bad")])
def test_a_full_disk_is_said_so(tmp_path, free, state):
    assert machine.disk(tmp_path, lambda _: free)[0].state == state


def test_a_folder_that_is_not_there_will_be_made(tmp_path):
    found = machine.disk(tmp_path / "not" / "yet", lambda _: 10**11)
    assert states(found) == ["ok", "ok"]
    assert "will be made" in found[1].words
    assert not (tmp_path / "not").exists()


def test_a_file_in_the_place_of_the_folder_is_bad(tmp_path):
    (tmp_path / "data").write_text("")
    found = machine.disk(tmp_path / "data" / "table", lambda _: 10**11)
    assert states(found) == ["bad"]
    assert machine.disk(tmp_path / "data", lambda _: 10**11)[0].state == "bad"


def clock(**more):
    ticks = iter(range(0, 1000, 60))
    settings = {
        "wall": lambda: 1.8e9,
        "boot": lambda: next(ticks),
        "wait": lambda _: None,
        "synchronised": lambda: True,
    }
    return machine.clock(**(settings | more))


def test_a_clock_that_runs_and_is_set_is_well():
    assert states(clock()) == ["ok"]
    assert "not known" in clock(synchronised=lambda: None)[0].words


def test_a_clock_that_stands_is_bad_and_one_that_is_not_set_is_doubtful():
    assert states(clock(boot=lambda: 5)) == ["bad"]
    assert states(clock(wall=lambda: 100.0)) == ["ok", "warning"]
    assert "1970-01-01" in clock(wall=lambda: 100.0)[1].words
    assert states(clock(synchronised=lambda: False)) == ["ok", "warning"]


@pytest.mark.parametrize(
    ("bits", "state", "words"),
    [
        (0x0, "ok", "the supply is good"),
        (0x1, "bad", "the supply's voltage is too low"),
        (0x50005, "bad", "throttled"),
        (0x50000, "warning", "since it started: the supply's voltage was too low"),
    ],
)
def test_what_the_pi_says_about_its_supply_is_put_into_words(bits, state, words):
    finding = machine.power(bits)
    assert finding.state == state
    assert words in finding.words


@pytest.mark.parametrize(("degrees", "state"), [(48, "ok"), (78, "warning"), (84, "bad")])
def test_heat_is_measured_where_the_machine_tells_it(tmp_path, degrees, state):
    zone = tmp_path / "thermal_zone0"
    zone.mkdir()
    (zone / "temp").write_text(f"{degrees}000\n")
    assert states(machine.heat(tmp_path, tmp_path, lambda: None)) == [state]


def test_a_machine_that_tells_nothing_is_not_talked_about(tmp_path):
    assert machine.heat(tmp_path, tmp_path, lambda: None) == []


def test_the_alarm_of_the_supply_counts_where_vcgencmd_is_missing(tmp_path):
    (tmp_path / "hwmon1").mkdir()
    (tmp_path / "hwmon1" / "in0_lcrit_alarm").write_text("1\n")
    assert states(machine.heat(tmp_path, tmp_path, lambda: None)) == ["bad"]


def test_only_a_raspberry_pi_is_called_one(tmp_path):
    (tmp_path / "model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert machine.model(tmp_path / "model") == "Raspberry Pi 4 Model B Rev 1.4"
    (tmp_path / "model").write_bytes(b"Some other board\0")
    assert machine.model(tmp_path / "model") == machine.model(tmp_path / "nothing") == ""


def test_pins_that_are_not_there_are_explained(tmp_path, monkeypatch):
    def gone():
        raise FileNotFoundError("/dev/gpiochip0")

    monkeypatch.setattr("hardware.gpio.factory.pin_factory", gone)
    finding = machine.pins(tmp_path / "model")
    assert finding.state == "bad"
    assert "no GPIO pins" in finding.words
    assert "pod" in finding.do


def test_pins_on_a_pi_that_may_not_be_used_name_the_group(tmp_path, monkeypatch):
    def forbidden():
        raise PermissionError("permission denied")

    (tmp_path / "model").write_bytes(b"Raspberry Pi 5\0")
    monkeypatch.setattr("hardware.gpio.factory.pin_factory", forbidden)
    finding = machine.pins(tmp_path / "model")
    assert finding.state == "bad"
    assert "usermod -aG gpio" in finding.do


def test_a_user_who_is_not_in_a_group_is_told_how_to_get_in(monkeypatch):
    class Group:
        gr_gid, gr_mem = 4711, ("ann",)

    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("os.getgroups", lambda: [1000])
    monkeypatch.setattr("grp.getgrnam", lambda _: Group)
    monkeypatch.setattr("getpass.getuser", lambda: "ben")
    assert "usermod -aG gpio ben" in machine.groups(["gpio"])[0].do
    monkeypatch.setattr("getpass.getuser", lambda: "ann")
    assert machine.groups(["gpio"])[0].do == "log in again"
    monkeypatch.setattr("os.getgroups", lambda: [4711])
    assert states(machine.groups(["gpio", "video"])) == ["ok"]
