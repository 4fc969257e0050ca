"""A scenario from pixels to flags: hands, pictures, buttons, journal and referee, and both agree."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from table.cli.app import app
from table.cli.demo_rehearsal import compared
from table.language.scenario import parse, play

SCENARIO = Path(__file__).parents[1] / "simulation/short-play.txt"


def test_what_was_played_with_hands_is_what_the_table_concludes_from_pictures() -> None:
    done = CliRunner().invoke(app, ["demo", "--fast", "--headless", "--script", str(SCENARIO)])
    assert done.exit_code == 0, done.output
    assert "Cal challenges Ben: Never" in done.stdout
    assert "unannounced-bonus by Ben is insulated" in done.stdout
    assert "1 flags and all scores are as they were played." in " ".join(done.stdout.split())


def test_a_difference_is_named() -> None:
    text = SCENARIO.read_text()
    played = play(parse(text), "2019-20", "senior").referee.table.match
    other = play(
        parse(text.replace("0:16  Ben moves q to required", "0:16  Cal moves q to required")), "2019-20", "senior"
    )
    seen = other.referee.table.match
    assert played is not None
    assert seen is not None
    assert compared(played, played) == []
    assert "flag unannounced-bonus by Ben on q was not raised" in compared(seen, played)


def test_a_ruling_on_what_the_table_did_not_see_is_a_difference_and_does_not_end_the_demo(tmp_path: Path) -> None:
    blind = tmp_path / "blind.txt"
    play, _, _ = SCENARIO.read_text().partition("0:21")
    unseen = play.replace("0:13", "0:12  fault unplug camera\n0:13")
    blind.write_text(f"{unseen}0:23  judge JD upholds unannounced-bonus\n")
    done = CliRunner().invoke(app, ["demo", "--fast", "--headless", "--script", str(blind)])
    told = " ".join(done.stdout.split())
    assert done.exit_code == 1, done.output
    assert "Not as played: 'judge JD upholds unannounced-bonus' could not be said: there is no flag" in told
    assert "flag unannounced-bonus by Ben on q was not raised" in told
