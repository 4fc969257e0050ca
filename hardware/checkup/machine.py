"""The machine under the table: versions, pins, groups, disk, clock, heat and power."""

from __future__ import annotations

import getpass
import grp
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.checkup.finding import Finding, bad, ok, warning
from hardware.clock import now

MODEL = Path("/proc/device-tree/model")
LITTLE_SPACE_BYTES, TOO_LITTLE_SPACE_BYTES = 2 * 10**9, 200 * 10**6
"""Bytes of free space."""
SLOW_WRITE_S = 0.25
"""Seconds of a durable write from which players would notice."""
WARM_CELSIUS, HOT_CELSIUS = 75.0, 82.0
"""Degrees Celsius; a Pi slows itself down at 80 to 85."""
EARLIEST_WALL_CLOCK_S = 1_735_689_600
"""Seconds of the wall clock (the year 2025) before which it cannot be right."""

_NOW = {0: "the supply's voltage is too low", 1: "the processor is slowed down", 2: "the processor is throttled",
        3: "the processor is near its temperature limit"}  # fmt: skip
_ONCE = {16: "the supply's voltage was too low", 17: "the processor was slowed down", 18: "the processor was throttled",
         19: "the temperature limit was reached"}  # fmt: skip


def model(file: Path = MODEL) -> str:
    """Which Raspberry Pi this is; nothing on other machines."""
    try:
        words = file.read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return ""
    return words if "Raspberry Pi" in words else ""


def versions(program: str) -> Finding:
    import cv2  # noqa: PLC0415  (slow to import, and only its version is wanted)

    where = model() or f"{platform.system()} on {platform.machine()}, not a Raspberry Pi"
    said = f"wff-table {program}, Python {platform.python_version()}, OpenCV {cv2.__version__}; {where}"
    return ok("versions", said)


def pins(file: Path = MODEL) -> Finding:
    """Whether gpiozero has a library that reaches the pins."""
    from hardware.gpio.factory import explain, pin_factory  # noqa: PLC0415

    part = "pins"
    try:
        kind = type(pin_factory()).__name__.removesuffix("Factory")
    except Exception as problem:  # whatever a library throws when its hardware is not there
        if not model(file):
            return bad(
                part,
                "this machine has no GPIO pins; the configuration wants parts on them",
                'attach a pod and set the parts\' driver to "pod", or run this on a Raspberry Pi',
            )
        said, _, do = explain(problem, part).removeprefix("pins: ").partition(". ")
        return bad(part, said, do.rstrip("."))
    if kind in ("Native", "PiGPIO"):
        return warning(part, f"reached through {kind}", "sudo apt install python3-lgpio")
    return ok(part, f"reached through {kind}")


def groups(needed: Iterable[str]) -> list[Finding]:
    """Whether this user may use pins, cameras and serial ports."""
    part = "groups"
    if os.geteuid() == 0:
        return [ok(part, "root may use everything")]
    user = getpass.getuser()
    mine = {*os.getgroups(), os.getegid()}
    found, there = [], []
    for name in sorted(set(needed)):
        try:
            group = grp.getgrnam(name)
        except KeyError:
            continue  # systems without it guard their devices in another way; the parts themselves will tell
        if group.gr_gid in mine:
            there.append(name)
        elif user in group.gr_mem:
            found.append(warning(part, f"{user} is in the group {name}, but not yet in this session", "log in again"))
        else:
            found.append(
                warning(
                    part, f"{user} is not in the group {name}", f"sudo usermod -aG {name} {user}, then log in again"
                )
            )
    return found or ([ok(part, f"{user} is in {', '.join(there)}")] if there else [])


def disk(folder: Path, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free) -> list[Finding]:
    """Space, leave to write, and how long a durable write takes."""
    part = "disk"
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if not folder.exists() and not (there.is_dir() and os.access(there, os.W_OK)):
        return [
            bad(
                part,
                f"the data folder {folder} is not there, and cannot be made by this user",
                f"sudo install -d -o $USER {folder}, or name another folder with data in the configuration",
            )
        ]
    if not there.is_dir():
        return [bad(part, f"{there} is not a folder", "name another folder with data in the configuration")]
    found = [_space(part, there, free(there))]
    try:
        times = _writes(there)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        found.append(bad(part, f"nothing can be written in {there}: {why}", f"sudo chown $USER {there}, or free space"))
        return found
    took = statistics.median(times)
    said = f"a durable write takes {1000 * took:.0f} ms (longest {1000 * max(times):.0f} ms)"
    note = "" if folder.exists() else f"; {folder} will be made when the table first runs"
    if took > SLOW_WRITE_S:
        found.append(warning(part, said + note, "use a faster card (A2) or a USB disk; stop what else is writing"))
    else:
        found.append(ok(part, said + note))
    return found


def clock(
    wall: Callable[[], float] = time.time,
    boot: Callable[[], int] = now,
    wait: Callable[[float], None] = time.sleep,
    synchronised: Callable[[], bool | None] | None = None,
) -> list[Finding]:
    """The clock that times the game runs, and the one that dates the sheet is right as far as can be known."""
    part = "clock"
    before = boot()
    wait(0.02)
    if boot() <= before:
        return [bad(part, "the clock that times the game stands still", "restart the machine")]
    runs = f"the game's clock runs ({before // 1000 // 60} minutes since the machine started)"
    if wall() < EARLIEST_WALL_CLOCK_S:
        return [
            ok(part, runs),
            warning(
                part,
                f"the wall clock says {time.strftime('%Y-%m-%d', time.gmtime(wall()))}; sheets would be dated so",
                "connect to a network for a minute, or sudo timedatectl set-time 'YYYY-MM-DD HH:MM'",
            ),
        ]
    known = (synchronised or _synchronised)()
    date = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(wall()))
    if known is False:
        return [
            ok(part, runs),
            warning(
                part, f"the wall clock ({date}) is not set by a time server", "fine without internet: check the date"
            ),
        ]
    how = "set by a time server" if known else "whether a time server set it is not known"
    return [ok(part, f"{runs}; it is {date}, {how}")]


def heat(
    thermal: Path = Path("/sys/class/thermal"),
    hwmon: Path = Path("/sys/class/hwmon"),
    throttled: Callable[[], int | None] | None = None,
) -> list[Finding]:
    """Temperature, throttling and the supply's voltage, by whatever this machine can tell, which may be nothing."""
    found = []
    temperatures = [t for file in thermal.glob("thermal_zone*/temp") if (t := _number(file)) is not None]
    if temperatures:
        hottest = max(temperatures) / 1000
        said = f"{hottest:.0f} degrees"
        if hottest >= WARM_CELSIUS:
            found.append(
                (bad if hottest >= HOT_CELSIUS else warning)("heat", said, "give it air, a heat sink or a fan")
            )
        else:
            found.append(ok("heat", said))
    bits = (throttled or _throttled)()
    if bits is not None:
        found.append(power(bits))
    elif any(_number(alarm) == 1 for alarm in hwmon.glob("hwmon*/in0_lcrit_alarm")):
        found.append(power(1))
    return found


def power(bits: int) -> Finding:
    """What `vcgencmd get_throttled` says."""
    do = "use the Pi's own power supply and a short, thick cable; give it air"
    at_once = [words for bit, words in _NOW.items() if bits >> bit & 1]
    before = [words for bit, words in _ONCE.items() if bits >> bit & 1]
    if at_once:
        return bad("power", "; ".join(at_once), do)
    if before:
        return warning("power", "since it started: " + "; ".join(before), do)
    return ok("power", "the supply is good; nothing is slowed down")


def _space(part: str, folder: Path, free: int) -> Finding:
    said = f"{free / 10**9:.1f} GB free in {folder}"
    if free < LITTLE_SPACE_BYTES:
        found = bad if free < TOO_LITTLE_SPACE_BYTES else warning
        return found(part, said, "delete old pictures, or use a larger card; a round with clips needs about 1 GB")
    return ok(part, said)


def _writes(folder: Path, count: int = 5) -> list[float]:
    """Seconds that each of some durable writes took."""
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(count):
            start = time.perf_counter()
            file.write(os.urandom(4096))
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return times


def _synchronised() -> bool | None:
    said = _run("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    return {"yes": True, "no": False}.get(said.strip())


def _throttled() -> int | None:
    said = _run("vcgencmd", "get_throttled").strip()
    try:
        return int(said.removeprefix("throttled="), 16) if said.startswith("throttled=") else None
    except ValueError:
        return None


def _run(*command: str) -> str:
    """What a command prints; nothing if it is not there, fails or takes long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=2, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return None
