"""For try.sh: looks at a unit's sandbox from within.

`try_inside.py control|console` says what the unit may and may not do, and fails if that is not as it should be.
"""

from __future__ import annotations

import ctypes
import grp
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

STATE = Path("/var/lib/wff-table")


def look(which: str) -> None:
    """Every line is a claim of the unit's comments."""
    control = which == "control"
    groups = {grp.getgrgid(number).gr_name for number in os.getgroups()}
    claims: dict[str, Callable[[], object]] = {
        "it is not root": lambda: os.geteuid() != 0,
        "its groups are those of its devices": lambda: (
            groups - {"wfftable"} == ({"gpio", "video", "dialout"} if control else set())
        ),
        "it has no capabilities": lambda: int(_status("CapBnd"), 16) == 0,
        "it gains no privileges": lambda: _status("NoNewPrivs") == "1",
        "system calls are filtered": lambda: _status("Seccomp") == "2",
        "it may write its data": lambda: _writes(STATE),
        "it may not write its configuration": lambda: not _writes(Path("/etc/wff-table")),
        "it may not write its program": lambda: not _writes(Path("/opt/wff-table/current")),
        "homes are hidden": lambda: not _lists(Path("/root")) and not _lists(Path("/home")),
        "it may read its configuration": lambda: Path("/etc/wff-table/table.toml").read_text(),
        "the boot's id can be read": lambda: Path("/proc/sys/kernel/random/boot_id").read_text(),
        "other processes are hidden": lambda: not Path("/proc/1").exists(),
        "udev's socket is for the control process": lambda: _opens(socket.AF_NETLINK, socket.SOCK_RAW) == control,
        "raw packets are for nobody": lambda: not _opens(socket.AF_PACKET, socket.SOCK_DGRAM),
        "callbacks from C work": _callback,
    }
    if control:
        claims["the networks load and run"] = _networks
    failed = [words for words, claim in claims.items() if not _true(claim)]
    for words in claims:
        print(f"{'NOT SO' if words in failed else 'so'}: {words}")
    sys.exit(1 if failed else 0)


def _true(claim: Callable[[], object]) -> bool:
    try:
        return bool(claim())
    except Exception as problem:
        print(f"{type(problem).__name__}: {problem}")
        return False


def _status(field: str) -> str:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(line.split()[1] for line in lines if line.startswith(f"{field}:"))


def _writes(folder: Path) -> bool:
    file = folder / ".try"
    try:
        file.write_text("")
        file.unlink()
    except OSError:
        return False
    return True


def _lists(folder: Path) -> bool:
    try:
        return bool(list(folder.iterdir()))
    except OSError:
        return False


def _opens(family: int, kind: int) -> bool:
    try:
        socket.socket(family, kind).close()
    except OSError:
        return False
    return True


def _callback() -> bool:
    """libffi needs memory that is first written and then run."""
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
    numbers = (ctypes.c_int * 3)(3, 1, 2)
    ctypes.CDLL(None).qsort(numbers, 3, ctypes.sizeof(ctypes.c_int), compare(lambda a, b: a[0] - b[0]))
    return list(numbers) == [1, 2, 3]


def _networks() -> int:
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415
    import onnxruntime  # noqa: PLC0415

    import vision  # noqa: PLC0415

    count = 0
    for file in Path(vision.__file__).parent.rglob("*.onnx"):
        session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
        (wanted,) = session.get_inputs()
        shape = [size if isinstance(size, int) else 1 for size in wanted.shape]
        shape = [size if size > 1 or place < 2 else 64 for place, size in enumerate(shape)]
        kind = np.uint8 if "uint8" in wanted.type else np.float32
        session.run(None, {wanted.name: np.zeros(shape, kind)})
        count += 1
    cv2.GaussianBlur(np.zeros((960, 1280), np.uint8), (5, 5), 0)
    return count


if __name__ == "__main__":
    look(sys.argv[1])
