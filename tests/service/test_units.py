"""The units as systemd reads them, and what they promise."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.pod.driver import RASPBERRY_PI
from table.journal.file import LOCK_WAIT_S
from table.service.support import UNITS

FOLDER = Path(__file__).parents[2] / "systemd"
NAMES = sorted(path.name for path in FOLDER.glob("*.service"))
SHARED = ("NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "CapabilityBoundingSet=",
          "StateDirectory=wff-table", "User=wfftable", "Restart=always", "MemoryDenyWriteExecute=yes")  # fmt: skip

with_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")


def lines(name):
    return (FOLDER / name).read_text().splitlines()


def value(name, key):
    return [line.partition("=")[2] for line in lines(name) if line.startswith(f"{key}=")]


def test_there_are_two_units_and_the_bundle_knows_them():
    assert sorted(UNITS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_is_fenced_in_and_starts_again(name):
    assert set(SHARED) <= set(lines(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_boots_id_is_not_hidden_from_a_unit(name):
    """Without it every start of the program would count as a restart of the machine."""
    assert value(name, "ProcSubset") == []


@with_systemd
@pytest.mark.parametrize("name", NAMES)
def test_systemd_has_nothing_to_say_against_a_unit(name, tmp_path):
    copy = tmp_path / name
    text = (FOLDER / name).read_text()
    copy.write_text(text.replace("/opt/wff-table/current/bin/wff-table", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True, check=False)
    said = [line for line in (done.stdout + done.stderr).splitlines() if name in line]
    assert said == []


@with_systemd
@pytest.mark.parametrize("name", NAMES)
def test_a_unit_is_little_exposed(name):
    measure = ["systemd-analyze", "security", "--offline=true", "--threshold=18", FOLDER / name]
    done = subprocess.run(measure, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_console_has_no_devices():
    name = "wff-table-console.service"
    assert value(name, "PrivateDevices") == ["yes"]
    assert value(name, "DeviceAllow") == value(name, "SupplementaryGroups") == []


def test_the_watchdog_waits_longer_than_the_journal_does():
    (limit,) = value("wff-table.service", "WatchdogSec")
    assert int(limit.removesuffix("s")) > LOCK_WAIT_S


def test_the_rule_for_the_pod_names_the_vendor_that_the_driver_looks_for():
    assert f'ATTRS{{idVendor}}=="{RASPBERRY_PI:04x}"' in (FOLDER / "60-wff-table.rules").read_text()
