"""Commands that are broken off, or cannot write what they print, end without a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.config.reading import BadConfig, load

HERE = Path(__file__).parents[2]


@pytest.mark.parametrize("part", ["table.cli.app", "table.logic.wff"])
def test_a_command_that_is_broken_off_while_it_is_loaded_says_nothing(part: str) -> None:
    slow = (
        "import builtins, os, signal, sys\n"
        "from table.cli.start import main\n"
        "sys.argv = ['wff-table', 'wff', 'Kpq']\n"
        "load = builtins.__import__\n"
        "def told(name, *more):\n"
        f"    if name == {part!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return load(name, *more)\n"
        "builtins.__import__ = told\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", slow], cwd=HERE, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_is_pythons_again_once_the_command_is_loaded() -> None:
    code = (
        "import signal, sys\n"
        "from table.cli.start import main\n"
        "sys.argv = ['wff-table', '--version']\n"
        "try: main()\n"
        "finally: print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "True"


@pytest.mark.parametrize("arguments", [["support-bundle", "--data", "none"], ["editions"], ["--version"]])
def test_output_that_cannot_be_written_is_one_sentence(tmp_path: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "table.cli.app", *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(HERE)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no space left on device" in done.stderr


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("data", 'data = "~nosuchuser/x"'),
        ("camera.lens", '[camera]\nlens = "~nosuchuser/x"'),
        ("console.key", '[console]\ncertificate = "a"\nkey = "~nosuchuser/x"'),
    ],
)
def test_a_home_that_nobody_has_is_named_with_its_key_and_file(tmp_path: Path, key: str, text: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(BadConfig) as refused:
        load(file)
    assert str(refused.value).startswith(f'{file}: {key} is "~nosuchuser/x"; nobody of that name')


def test_a_simulated_table_takes_no_configuration(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", "--simulated", "--config", str(tmp_path / "none.toml")])
    assert done.exit_code == 2
    assert "leave out one of --simulated and --config" in done.stderr
