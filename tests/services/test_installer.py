"""The installer and the uninstaller, as far as they can be tried without changing this machine."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "systemd").glob("*.sh"))
DEBIAN = Path("/etc/debian_version").exists() and shutil.which("systemctl") is not None

on_debian = pytest.mark.skipif(not DEBIAN, reason="this is not Debian with systemd")


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, **more)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_well_formed(script):
    assert run("bash", "-n", script).stderr == ""
    assert os.access(script, os.X_OK)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_has_nothing_to_say(script):
    done = run("shellcheck", script)
    assert done.returncode == 0, done.stdout


@on_debian
def test_a_dry_run_tells_every_step():
    done = run("make", "--no-print-directory", "-C", ROOT, "install-pi", "DRY=1")
    assert done.returncode == 0, done.stderr
    for word in (
        "useradd",
        "venv --system-site-packages",
        "numpy<",
        "60-wff-table.rules",
        "would run: systemctl enable",
    ):
        assert word in done.stdout, word


@on_debian
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root can stop being root")
@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_somebody_who_is_not_root_is_told_so(script):
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to others
        copy = Path(folder) / script
        shutil.copy(ROOT / "systemd" / script, copy)
        for one in (copy, copy.parent):
            one.chmod(0o755)
        done = run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", copy)
    assert done.returncode == 1
    assert "This needs root: sudo" in done.stderr


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_an_option_that_means_nothing_is_refused(script):
    done = run(ROOT / "systemd" / script, "--prug")
    assert done.returncode == 1
    assert "means nothing here" in done.stderr


def test_a_dry_uninstall_keeps_the_data_unless_it_is_purged():
    done = run(ROOT / "systemd/uninstall.sh", "--dry-run")
    assert "Kept: /etc/wff-table /var/lib/wff-table" in done.stdout
    assert not any("rm" in line and "/var/lib" in line for line in done.stdout.splitlines())
    purged = run(ROOT / "systemd/uninstall.sh", "--dry-run", "--purge")
    assert "would run: rm -rf /etc/wff-table /var/lib/wff-table" in purged.stdout
