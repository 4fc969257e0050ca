"""Players' names taken out of journals and texts."""

import json

import msgspec
import pytest

from table.journal.journal import Journal
from table.rules.entry import decode, encode
from table.rules.events import KINDS, MatchOpened, PlayerRenamed, Said, Seat
from table.rules.naming import holding
from table.service.pseudonyms import Pseudonyms, fields


def line(kind, **body):
    return json.dumps({"seq": 1, "t": 0, "at": 0, "source": "staff", "kind": kind, "v": 1, "body": body})


def opened(*names):
    players = [{"name": name} for name in names]
    return line("match-opened", match="M1", edition="2019-20", division="senior", players=players)


def body(text):
    return json.loads(text)["body"]


def test_players_are_numbered_in_the_order_in_which_they_appear():
    names = Pseudonyms.learned([opened("Zoe", "Ann"), opened("Ben", "Zoe")])
    assert body(names.line(opened("Ben", "Zoe")))["players"] == [{"name": "Player 3"}, {"name": "Player 1"}]


def test_names_are_found_in_texts_as_whole_words_in_any_case_and_in_part():
    names = Pseudonyms(["Ann Lee", "Al"])
    assert names.text("ann lee lifted; Lee's turn; annex; Al, AL") == (
        "Player 1 lifted; Player 1's turn; annex; Player 2, AL"
    )


def test_scores_by_name_remarks_and_corrections_are_rewritten_too():
    names = Pseudonyms(["Ann", "Ben"])
    scored = line("shake-scored", shake=1, scores={"Ann": 6, "Ben": 4}, by="JD", reason="Ann was right")
    assert body(names.line(scored)) == {
        "shake": 1, "scores": {"Player 1": 6, "Player 2": 4}, "by": "JD", "reason": "Player 1 was right"
    }  # fmt: skip
    corrected = line("corrected", seq=1, by="JD", event={"kind": "said", "body": {"word": "now", "player": "Ben"}})
    assert body(names.line(corrected))["event"]["body"] == {"word": "now", "player": "Player 2"}


@pytest.mark.parametrize("name", ["goal", "now", "senior", "2019-20", "camera", "N", "said", "upheld"])
def test_a_player_who_is_called_like_a_word_of_the_game_does_not_spoil_the_journal(name):
    lines = [
        opened(name, "Ben"),
        line("said", word="goal", player=name),
        line("said", word="now", player=name),
        line("moved", cube=1, to="goal", player=name),
        line("first-rolled", letter="N", player=name),
        line("ruled", flag="extra-cube@3", ruling="upheld", by="JD"),
        line("sense-lost", sense="camera"),
    ]
    names = Pseudonyms.learned(lines)
    rewritten = [names.line(one) for one in lines]
    for before, after in zip(lines, rewritten, strict=True):
        assert decode(after).event.kind == decode(before).event.kind
    assert msgspec.to_builtins(decode(rewritten[1]).event)["player"] == "Player 1"
    assert msgspec.to_builtins(decode(rewritten[3]).event)["to"] == "goal"


def test_a_line_that_is_no_entry_is_still_cleaned():
    names = Pseudonyms(["Ann"])
    assert names.line('{"t":5,"body":{"player":"Ann"') == '{"t":5,"body":{"player":"Player 1"'
    assert names.line("[1]") == "[1]"


def test_a_rewritten_journal_is_nobodys_and_a_line_of_no_epoch(tmp_path):
    """Its lines are not those that were written, so they may not pass for them."""
    seats = (Seat("Ann", None, "p-17"), Seat("Ben"))
    with Journal(tmp_path / "one", table="Hall 7") as journal:
        journal.append(MatchOpened("M1", "2019-20", "senior", seats), "staff", command="c-1", login="jdoe")
        journal.append(PlayerRenamed("Ann", "Anne"), "staff")
        journal.append(Said("now", "Anne"), "player")
        lines = [encode(entry) for entry in journal.entries()]
    names = Pseudonyms.learned(lines)
    rewritten = [names.line(one) for one in lines]
    told = "".join(rewritten)
    assert not [word for word in ("Ann", "Anne", "p-17", "jdoe", "Hall 7", "epoch", "follows") if f'"{word}"' in told]
    assert '"command":"c-1"' in told
    with Journal(tmp_path / "two") as journal:
        journal.import_lines(rewritten)
        assert journal.verify() == []


def test_without_players_nothing_is_replaced():
    assert Pseudonyms([]).text("Ann") == "Ann"


def test_every_field_that_holds_a_name_is_known_by_its_type():
    """A new kind of event with a player under a new word must not slip through."""
    names = {"player", "players", "name", "writer", "against", "setter", "turn", "last_mover", "last_setter", "warned",
             "consent"}  # fmt: skip
    assert fields("player") >= names
    assert fields("figures") >= {"totals", "scores"}


def test_no_field_holds_a_name_in_one_event_and_a_word_of_the_game_in_another():
    assert not fields("term") & (fields("player") | fields("figures"))


def test_no_name_is_left_in_what_any_event_names():
    names = Pseudonyms(["Zoe", "Ann"])
    for kind in KINDS.values():
        body = dict.fromkeys(holding(kind, "player"), "Zoe") | {name: {"Zoe": 6} for name in holding(kind, "figures")}
        assert "Zoe" not in names.line(line(kind.kind, **body))
