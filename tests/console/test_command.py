"""`wff-table console`: PINs, where it listens and what it says, and a certificate of one's own."""

import select
import shutil
import socket
import ssl
import subprocess
import sys

import httpx
import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.console.access.pins import Pins
from tests.bell import WAIT_S


def run(*arguments):
    return CliRunner().invoke(app, ["console", *map(str, arguments)])


def test_new_pins_are_printed_once_and_work(folder):
    said = run(folder, "--new-pins").output
    pins = {line.split()[0]: "".join(line.split()[-2:]) for line in said.splitlines() if line.startswith("  ")}
    assert Pins(folder).role_of(pins["Judge"]) == "judge"
    assert Pins(folder).role_of(pins["Staff"]) == "staff"


def test_without_pins_it_says_how_to_make_them(folder):
    result = run(folder)
    assert result.exit_code == 2
    assert "wff-table console --new-pins" in result.output


def test_a_certificate_without_its_key_is_refused(folder):
    (folder / "table.toml").write_text('[console]\ncertificate = "own.pem"\n')
    result = run("--config", folder / "table.toml")
    assert (result.exit_code, "belong together" in result.output) == (2, True)


def test_a_certificate_that_is_none_is_refused(folder):
    run(folder, "--new-pins")
    text = f'data = "{folder}"\n[console]\ncertificate = "table.toml"\nkey = "table.toml"\n'
    (folder / "table.toml").write_text(text)
    result = run("--config", folder / "table.toml")
    assert (result.exit_code, "cannot be used for https" in result.output) == (2, True)


@pytest.fixture
def served(folder):
    """The command itself, in a process of its own."""
    started = []

    def start(**keys):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = keys.setdefault("port", free.getsockname()[1])
        lines = [f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in keys.items()]
        (folder / "table.toml").write_text(f'data = "{folder}"\n[console]\n' + "\n".join(lines))
        command = [sys.executable, "-u", "-m", "table.cli.app", "console", "--config", str(folder / "table.toml")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process, port

    yield start
    for process in started:
        process.kill()
        process.communicate()


def greeting(process):
    """The first line, which is printed once pages can be reached."""
    ready, _, _ = select.select([process.stdout], [], [], WAIT_S)
    line = process.stdout.readline() if ready else ""
    assert line, "it does not say that it can be reached"
    return line


def test_it_listens_on_this_machine_only_and_says_so(folder, served):
    run(folder, "--new-pins")
    process, port = served()
    said = greeting(process)
    assert httpx.get(f"http://127.0.0.1:{port}/table").status_code == 200
    second, _ = served(port=port)
    assert second.wait(WAIT_S) == 2
    assert "nothing can listen" in second.stderr.read()
    process.terminate()
    assert process.wait(WAIT_S) in (0, -15)
    assert "Only this machine can reach it" in said + process.stdout.read()


def test_a_certificate_of_ones_own_is_used(folder, served):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, so there is no certificate to try")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=table -days 1"
    files = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "own.pem"]
    subprocess.run([*command.split(), *files], check=True, capture_output=True)
    run(folder, "--new-pins")
    process, port = served(certificate="own.pem", key="key.pem")
    trusted = ssl.create_default_context(cafile=folder / "own.pem")
    greeting(process)
    assert "Secure" in httpx.get(f"https://127.0.0.1:{port}/login", verify=trusted).headers["set-cookie"]
