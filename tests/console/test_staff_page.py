"""The staff's page: matches, rounds, sheets, screens, health, backups."""

import json
import re

from table.journal.journal import JournalReader
from table.journal.session import Session
from table.rules.events import MatchOpened
from tests.console.house import GOAL_SET, House

MATCH = {
    "match": "round-1",
    "player-1": "Ann",
    "player-2": "Ben",
    "player-3": "Cal",
    "edition": "2019-20",
    "division": "senior",
}


def test_staff_open_a_match_start_its_round_and_close_it(house, visitor):
    visitor.become("staff")

    def do(path, **fields):
        return visitor.post(path, fields, page="/staff").status_code

    assert do("/staff/do/start") == 409
    assert do("/staff/open", **MATCH | {"side-1": "south", "side-2": "west", "side-3": "east", "minutes": "20"}) == 200
    assert house.match.settings.round_minutes == 20
    assert do("/staff/do/start") == 200
    assert do("/staff/do/start") == 409
    assert do("/staff/open", **MATCH) == 409  # one is under way
    assert do("/staff/do/leave", player="Cal") == 200
    assert do("/staff/do/return", player="Cal") == 200
    assert do("/staff/do/close") == 200
    assert "unsigned-sheet" in next(iter(house.match.flags))
    assert do("/staff/do/sheet", player="Ann", listed="4", right="6", honest="no") == 200
    assert do("/staff/open", **MATCH | {"match": "round-2"}) == 200
    assert house.match.id == "round-2"


def test_a_match_that_cannot_be_is_not_opened(house, visitor):
    visitor.become("staff")
    for wrong in (
        {"match": " "},
        {"player-2": "", "player-3": ""},
        {"player-2": "Ann"},
        {"player-1": "somebody"},
        {"edition": "1999"},
        {"division": "giant"},
        {"minutes": "5"},
        {"side-1": "up"},
        {"player-1": "x" * 100},
    ):
        answer = visitor.post("/staff/open", MATCH | wrong, page="/staff")
        assert answer.status_code == 409, wrong
    assert house.match is None


def test_a_signed_total_is_corrected_if_all_agree(house, visitor):
    house.say(*GOAL_SET, "judge JD scores shake 1 as Ann 6, Ben 2, Cal 2: agreed", "Ann signs Ann 5, Ben 2, Cal 2")
    visitor.become("staff")
    fields = {"player": "Ann", "listed": "5", "right": "6", "honest": "yes"}
    agreed = {f"consent-{n}": "yes" for n in range(3)}
    assert visitor.post("/staff/do/sheet", fields | agreed, page="/staff").status_code == 200
    assert "Signed otherwise: Ann signed 5 for Ann" in visitor.get("/staff").text
    assert house.match.final == {"Ann": 6}


def test_sheets_journal_and_backup(house, visitor):
    house.say(*GOAL_SET)
    visitor.become("staff")
    heads = {"pdf": b"%PDF", "xlsx": b"PK", "json": b"{", "csv": b"\xef\xbb\xbf"}
    for form, head in heads.items():
        answer = visitor.get(f"/staff/sheet.{form}")
        assert answer.content.startswith(head), form
        assert f'filename="M1.{form}"' in answer.headers["content-disposition"]
    assert visitor.get("/staff/sheet.exe").status_code == 404
    lines = visitor.get("/staff/journal.jsonl").text.splitlines()
    assert json.loads(lines[0])["kind"] == "match-opened"
    assert visitor.post("/staff/backup", page="/staff").status_code == 200
    (backup,) = (house.directory / "backups").iterdir()
    assert backup.read_text().splitlines() == lines
    assert backup.name in visitor.get("/staff").text


def test_a_backup_is_restored_while_nobody_plays_and_what_was_there_can_be_had_back(house, visitor):
    visitor.become("staff")
    house.say(*GOAL_SET)
    house.keep(house.clock.now())
    assert visitor.post("/staff/backup", page="/staff").status_code == 200
    (first,) = names(visitor)
    page = visitor.get("/staff").text
    assert f"{len(journal(house))} entries until" in page
    assert "M1 (Ann, Ben, Cal)" in page

    def restore(name):
        return visitor.post("/staff/restore", {"name": name}, page="/staff")

    refused = restore(first)
    assert (refused.status_code, refused.json()["said"]) == (409, "Match M1 is under way: close its round first.")
    house.say("the round is closed")
    house.clock.advance(1000)
    house.keep(house.clock.now())
    before, later = journal(house), house.clock.now()
    house.session.close()
    assert restore(first).status_code == 200
    house.session = Session.open(house.directory, house.clock)
    house.settle()
    assert not house.match.closed
    assert journal(house)[: len(before) - 1] == before[:-1]
    assert house.frames.times(0, later) == [later - 2000]  # a picture of what is undone would be taken for one of now
    assert "The clocks stand still" in visitor.get("/table").text

    house.say("the round is closed")
    house.session.close()
    assert restore(names(visitor)[0]).status_code == 200  # the backup that was made of what was there
    assert journal(house)[: len(before)] == before
    house.session = Session.open(house.directory, house.clock)


def test_only_backups_that_are_listed_and_sound_are_restored(house, visitor):
    visitor.become("staff")
    folder = house.directory / "backups"
    folder.mkdir()
    (folder / "cut.jsonl").write_text('{"t": 5, "kin')
    (folder / "empty.jsonl").touch()
    (folder / "noise.jsonl").write_bytes(bytes(range(256)))
    page = visitor.get("/staff").text
    assert page.count("Cannot be restored.") == 3
    assert "Line 1: not a whole line of JSON" in page
    assert "/staff/restore" not in page
    for name in ("cut.jsonl", "empty.jsonl", "noise.jsonl"):
        assert visitor.post("/staff/restore", {"name": name}, page="/staff").status_code == 409
    for name in ("", "..", "../journal.db", "../console.json", "/etc/passwd", "no.jsonl"):
        assert visitor.post("/staff/restore", {"name": name}, page="/staff").status_code == 404
        assert visitor.get(f"/staff/backups/{name.replace('/', '%2F').replace('.', '%2E')}").status_code == 404
    assert visitor.get("/staff/backups/empty.jsonl").status_code == 200
    visitor.become("judge")
    assert visitor.client.get("/staff/backups/empty.jsonl").status_code == 403
    assert visitor.post("/staff/restore", {"name": "empty.jsonl"}).status_code == 403


def names(visitor):
    return re.findall(r'href="/staff/backups/([^"]+)"', visitor.get("/staff").text)


def journal(house):
    with JournalReader(house.directory) as reader:
        return [(entry.t, entry.event) for entry in reader.entries()]


def test_health_says_what_is_wrong(house, visitor):
    visitor.become("staff")
    assert "has not written anything yet" in visitor.get("/staff").text
    house.say(*GOAL_SET, "the camera is gone: it was unplugged")
    page = visitor.get("/staff").text
    assert "it was unplugged" in page
    assert "GB free" in page


def test_a_journal_that_cannot_be_read_is_said_on_every_page(folder):
    house = House(folder)
    house.session.close()
    for file in folder.glob("journal*"):
        file.unlink()
    (folder / "journal.db").mkdir()
    with house.console() as visitor:
        context = house.app.state.context
        house.until(lambda: context.live.snapshot.down not in ("", "The journal is being read."))
        assert "journal" in visitor.get("/table").text
        visitor.become("staff")
        assert visitor.post("/staff/open", MATCH, page="/staff").status_code == 503
        (folder / "journal.db").rmdir()
        house.until(lambda: not context.live.snapshot.down)
        assert visitor.post("/staff/open", MATCH, page="/staff").status_code == 200
    with JournalReader(folder) as reader:
        opened = next(reader.entries()).event
    assert isinstance(opened, MatchOpened)
    assert opened.match == "round-1"
