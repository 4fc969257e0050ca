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


def sourced(commands, folder):
    """Run commands among the installer's own functions, with a systemctl and a folder of versions that are made up."""
    made_up = f"source {ROOT}/systemd/install.sh; HOME_OF_RELEASES={folder}; sleep() {{ :; }}; "
    return run("bash", "-c", made_up + commands)


@pytest.mark.parametrize(
    ("dies", "told"), [("never", "up"), ("wff-table.service", "down"), ("wff-table-console.service", "down")]
)
def test_units_stay_up_only_if_each_of_them_does(tmp_path, dies, told):
    done = sourced(
        f"calls=0; systemctl() {{ calls=$((calls + 1)); [[ $3 != {dies} || $calls -lt 6 ]]; }}; "
        "if stay_up; then echo up; else echo down; fi",
        tmp_path,
    )
    assert done.stdout.strip() == told, done.stderr


@pytest.mark.parametrize("earlier", ["", "one"])
def test_a_version_that_does_not_stay_up_gives_way_to_the_one_before(tmp_path, earlier):
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    (tmp_path / "current").symlink_to(tmp_path / "two")
    if earlier:
        (tmp_path / "previous").symlink_to(tmp_path / earlier)
    done = sourced(
        "before=$(target_of current); earlier=$(target_of previous); release=$HOME_OF_RELEASES/three; "
        "systemctl() { [[ $1 != is-active ]]; }; switch_to $release; restart_units",
        tmp_path,
    )
    assert done.returncode == 1
    assert "the one before is back" in done.stderr
    assert (tmp_path / "current").readlink() == tmp_path / "two"
    assert (tmp_path / "previous").is_symlink() == bool(earlier)
    if earlier:
        assert (tmp_path / "previous").readlink() == tmp_path / earlier
