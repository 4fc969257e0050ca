"""The port for games: a game that nobody knows of is played through everything that the table has."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest

from table.cli import show
from table.control.buttons import meaning
from table.journal.session import Session
from table.rules.games import GAMES, game_of
from table.sheets.assemble import sheets
from table.sheets.csvfile import to_csv
from table.sheets.pdf import to_pdf
from tests.console.house import House
from tests.rules.toy_game import ToyGame

PLAY = [
    "staff opens match T1: Ann, Ben; toy any",
    "Ann rolls CAKEpqri",
    "Ann moves p to permitted",
    "Ann moves q to permitted",
    "Ben moves r to permitted",
]


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "toy", ToyGame())
    session = Session.open(tmp_path)
    session.say(PLAY)
    yield session
    session.close()


def test_it_is_opened_moved_in_and_flagged(session: Session) -> None:
    match = session.match
    assert match is not None
    assert match.shakes[-1].holding("permitted") == "pr"
    assert [(flag.kind, flag.player, flag.cause) for flag in match.flags.values()] == [("out-of-turn", "Ann", 4)]


def test_a_button_ends_the_shake_and_scores_it(session: Session) -> None:
    assert session.match is not None
    assert meaning(session.match, 1, "bonus") is None
    pressed = meaning(session.match, 0, "goal")
    assert pressed is not None
    session.append(pressed, "player")
    assert game_of(session.match).totals(session.match) == {"Ann": 6, "Ben": 0}


def test_judges_rulings_and_questions_reach_it(session: Session) -> None:
    session.say(["judge JD upholds out-of-turn with 2 points", "the camera is gone", "the table asks: where is the p?"])
    assert session.match is not None
    assert (session.match.lost, session.match.question.words) == (["camera"], "where is the p?")  # type: ignore[union-attr]
    assert session.match.total("Ann") == -2


def test_it_is_printed(session: Session) -> None:
    session.say(["Ann says goal"])
    [sheet] = sheets(session.journal.entries())
    assert b"T1,toy" in to_csv([sheet])
    page = pypdfium2.PdfDocument(to_pdf([sheet]))[0].get_textpage().get_text_bounded()
    assert "Toy Rules" in page
    assert "Ann" in page
    assert show.scoresheet(game_of(session.match).report(session.match))  # type: ignore[arg-type]


def test_it_is_shown_on_the_players_page_and_pressed_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", ToyGame())
    house = House(tmp_path, mat=True)
    house.say(*PLAY)
    with house.open() as visitor:
        screen = visitor.pair()
        page = screen.get("/table").text
        assert "Ann&#39;s turn" in page
        assert "moved by another player" not in re.sub(
            r"(?s)<dialog.*?</dialog>", "", page
        )  # only as what may be charged
        assert "out of turn" in screen.another().become("judge").get("/judge").text
        assert screen.post("/table/act", {"act": "0:goal"}, page="/table").status_code in (200, 303)
        house.settle()
        assert "Ann ends the shake" in screen.get("/table").text
    assert house.match.total("Ann") == 6


def test_only_the_list_of_games_imports_a_game() -> None:
    root = Path(__file__).parents[2]
    looked = (root / "table").rglob("*.py")
    games = {folder.name for folder in (root / "table/rules").iterdir() if (folder / "game.py").exists()}
    assert games
    importing = {
        str(path.relative_to(root))
        for path in looked
        for game in games
        if f"table.rules.{game}" in path.read_text() and game not in path.relative_to(root).parts
    }
    assert importing == {"table/rules/games.py"}


def test_a_book_that_nobody_knows_is_refused_by_name(tmp_path: Path) -> None:
    line = {
        "t": 0,
        "source": "staff",
        "kind": "match-opened",
        "body": {"match": "1", "edition": "toy", "division": "x"},
    }
    line["body"]["players"] = [{"name": "Ann"}, {"name": "Ben"}]  # type: ignore[index]
    (tmp_path / "toy.jsonl").write_text(json.dumps(line) + "\n")
    command = [sys.executable, "-m", "table.cli.start", "replay", str(tmp_path / "toy.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "unknown edition 'toy'; there are 2013-14, 2017-18, 2019-20" in done.stderr
