"""The bundle for whoever helps: what is in it, what is not, and that it is made when half of everything is missing."""

import json
import stat
import tarfile

import pytest
from typer.testing import CliRunner

from table.cli.app import app
from table.journal.journal import Journal
from table.rules.entry import decode
from table.rules.events import MatchOpened, Noted, Seat
from table.service import support
from table.service.support import Missing, SupportBundle, configuration, files

CONFIG = """\
# the old password was hunter2
data = "data"
[block]
driver = "none"
pin = 7
[camera]
driver = "none"
[buttons]
driver = "none"
[sand]
driver = "none"
[buzzer]
driver = "none"
"""


@pytest.fixture(autouse=True)
def _no_doctor(monkeypatch):
    """It takes seconds and opens devices; one test has the real one."""
    monkeypatch.setattr(support, "doctor", lambda config: '{"well": true}')


@pytest.fixture
def table(tmp_path):
    """A table's folder with a configuration and a journal in which Ann and Ben play."""
    (tmp_path / "table.toml").write_text(CONFIG)
    with Journal(tmp_path / "data") as journal:
        players = (Seat("Ann"), Seat("Ben"))
        journal.append(MatchOpened("M1", "2019-20", "senior", players), "staff")
        journal.append(Noted("Ann spilt tea"), "judge")
    return tmp_path


def made(table, **more):
    out = table / "bundle.tar.gz"
    pieces = SupportBundle(table / "data", table / "table.toml", **more).write(out)
    return {piece.name: piece for piece in pieces}, unpacked(out)


def unpacked(out):
    with tarfile.open(out) as tar:
        return {info.name.split("/")[1]: tar.extractfile(info).read().decode() for info in tar.getmembers()}


def test_a_bundle_holds_facts_configuration_and_journal_and_lists_them(table):
    pieces, inside = made(table)
    assert {"README.txt", "versions.txt", "machine.txt", "config.json", "files.txt", "journal.jsonl"} <= set(inside)
    assert "wff-table==" in inside["versions.txt"]
    assert "journal.db" in inside["files.txt"]
    for name, piece in pieces.items():
        assert (piece.size is not None) == (name in inside)
        assert piece.words in inside["README.txt"]


def test_players_are_not_named_and_the_journal_still_reads(table):
    _, inside = made(table)
    assert not any("Ann" in text or "Ben" in text for text in inside.values())
    opened, noted = (decode(line).event for line in inside["journal.jsonl"].splitlines()[:2])
    assert isinstance(opened, MatchOpened)
    assert opened.players == (Seat("Player 1"), Seat("Player 2"))
    assert noted == Noted("Player 1 spilt tea")


def test_players_are_named_if_that_is_asked_for(table):
    _, inside = made(table, with_names=True)
    assert "Ann spilt tea" in inside["journal.jsonl"]


def test_only_the_owner_can_read_the_bundle_and_it_is_never_overwritten(table):
    made(table)
    out = table / "bundle.tar.gz"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    before = out.read_bytes()
    with pytest.raises(FileExistsError):
        made(table)
    assert out.read_bytes() == before


def test_secrets_and_comments_stay_out_and_pins_of_the_header_stay_in(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(
        CONFIG + '[hall]\nbroker = "mqtt://me:hunter2@hall.local"\npassword = "hunter2"\npin = 1234\n'
        'api_token = "hunter2"\nempty_password = ""\n[[hall.people]]\nsecret = "hunter2"\nname = "x"\n'
    )
    text = configuration(file)
    assert "hunter2" not in text
    assert "1234" not in text
    found = json.loads(text)[str(file)]
    assert found["block"]["pin"] == 7
    assert found["hall"]["broker"] == "mqtt://(removed)@hall.local"
    assert found["hall"]["empty_password"] == ""
    assert found["hall"]["people"] == [{"secret": "(removed)", "name": "x"}]


def test_a_configuration_that_is_not_toml_shows_its_keys_only(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text('data = "x\n[hall]\npassword = "hunter2"\n# token = "hunter2"\n')
    text = configuration(file)
    assert "hunter2" not in text
    assert json.loads(text)[str(file)]["keys"] == ["data", "password"]


def test_where_nothing_is_a_bundle_is_made_all_the_same_and_says_so(tmp_path):
    out = tmp_path / "bundle.tar.gz"
    pieces = {piece.name: piece for piece in SupportBundle(tmp_path / "none", tmp_path / "no.toml").write(out)}
    assert "no such file" in pieces["config.json"].words
    assert "There is no journal" in pieces["journal.jsonl"].words
    assert "left out" in pieces["files.txt"].words
    assert "versions.txt" in unpacked(out)


def test_of_a_damaged_journal_what_can_be_read_goes_in_without_names(table):
    path = table / "data" / "journal.db"
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    pieces, inside = made(table)
    assert "what can be read of it" in pieces["journal.jsonl"].words
    assert "Player 1 spilt tea" in inside["journal.jsonl"]
    assert not any("Ann" in text for text in inside.values())


def test_logs_stay_out_while_nobody_knows_which_names_are_in_them(table, monkeypatch):
    monkeypatch.setattr(support, "log", lambda: "Ann lifted the block")
    (table / "data" / "journal.db").write_bytes(b"nothing is left of it" * 400)
    pieces, inside = made(table)
    assert "the journal cannot be read" in pieces["log.txt"].words
    assert "log.txt" not in inside
    (table / "bundle.tar.gz").unlink()
    assert "Ann lifted" in made(table, with_names=True)[1]["log.txt"]


def test_a_piece_that_fails_is_named_and_the_others_are_there(table, monkeypatch):
    def broken():
        raise RuntimeError("the dog ate it")

    monkeypatch.setattr(support, "versions", broken)
    pieces, inside = made(table)
    assert pieces["versions.txt"].words == "left out: the dog ate it"
    assert "machine.txt" in inside


def test_a_gathering_that_is_broken_off_leaves_no_half_bundle(table, monkeypatch):
    def broken_off():
        raise KeyboardInterrupt

    monkeypatch.setattr(support, "versions", broken_off)
    with pytest.raises(KeyboardInterrupt):
        made(table)
    assert not (table / "bundle.tar.gz").exists()


def test_pictures_are_listed_and_not_copied(table):
    (table / "data" / "clips").mkdir()
    (table / "data" / "clips" / "ann-at-block.jpg").write_bytes(b"a picture")
    _, inside = made(table)
    assert "clips/Player 1-at-block.jpg" in inside["files.txt"]
    assert not any("a picture" in text for text in inside.values())


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path):
    with pytest.raises(Missing, match="there is no folder"):
        files(tmp_path / "none")


def test_the_command_says_what_is_inside_and_where_it_is(table):
    out = table / "b.tar.gz"
    said = CliRunner().invoke(app, ["support-bundle", "--config", str(table / "table.toml"), "--out", str(out)])
    assert said.exit_code == 0, said.output
    assert str(out) in said.stdout
    assert "journal, 2 entries; 2 names replaced" in said.stdout
    again = CliRunner().invoke(app, ["support-bundle", "--config", str(table / "table.toml"), "--out", str(out)])
    assert again.exit_code == 2
    assert "is there already" in again.output
