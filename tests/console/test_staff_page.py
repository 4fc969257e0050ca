"""The staff's page: matches, rounds, sheets, screens, health, backups."""

import json

from table.journal import JournalReader
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
        room = house.app.state.room
        house.until(lambda: room.board.moment.down not in ("", "The journal is being read."))
        assert "journal" in visitor.get("/table").text
        visitor.become("staff")
        assert visitor.post("/staff/open", MATCH, page="/staff").status_code == 503
        (folder / "journal.db").rmdir()
        house.until(lambda: not room.board.moment.down)
        assert visitor.post("/staff/open", MATCH, page="/staff").status_code == 200
    with JournalReader(folder) as reader:
        assert next(reader.entries()).event.match == "round-1"
