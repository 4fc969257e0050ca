"""`wff-table export` as staff meet it: files, folders of tables, and sentences about what cannot be."""

import csv
import io
import json

import pypdfium2
import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from table.cli.app import app
from table.journal.journal import Journal
from table.rules import events as ev
from table.rules.entry import encode
from tests.sheets.journals import opened, short


def run(*args, stdin=None):
    return CliRunner().invoke(app, ["export", *map(str, args)], input=stdin)


def keep(directory, *matches):
    """A table's directory with these matches in its journal."""
    with Journal(directory) as journal:
        for match in matches:
            journal.append(opened("Ann", "Ben", match=match), "staff")
            journal.append(ev.TotalsEntered({"Ann": 12, "Ben": 8}, 3, "JD"), "judge")
    return directory


def matches(data):
    return [sheet["match"] for sheet in json.loads(data)["sheets"]]


def test_all_matches_of_a_journal_go_into_one_pdf_with_a_page_each(tmp_path):
    done = run(keep(tmp_path / "t1", "M1", "M2"), "--out", tmp_path / "s.pdf", "--event", "Spring Open", "--table", 7)
    assert done.exit_code == 0, done.output
    assert done.stderr == f"2 scoresheets written to {tmp_path / 's.pdf'}\n"
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "s.pdf")]
    assert ["M1" in pages[0], "M2" in pages[1], "Spring Open" in pages[1], len(pages)] == [True, True, True, 2]


@pytest.mark.parametrize("form", ["csv", "xlsx", "json", "pdf"])
def test_the_ending_of_the_file_says_the_format(tmp_path, form):
    out = tmp_path / f"sheets.{form}"
    assert run(keep(tmp_path / "t1", "M1"), "--out", out).exit_code == 0
    begins = {"csv": b"\xef\xbb\xbfline,", "xlsx": b"PK", "json": b"{", "pdf": b"%PDF"}
    assert out.read_bytes().startswith(begins[form])


def test_a_chosen_match_and_the_latest_one(tmp_path):
    table = keep(tmp_path / "t1", "M1", "M2", "M3")
    assert matches(run(table, "--match", "M2", "--format", "json", "--out", "-").stdout) == ["M2"]
    assert matches(run(table, "--match", "M3", "--match", "M1", "--format", "json", "--out", "-").stdout) == [
        "M1",
        "M3",
    ]
    assert matches(run(table, "--latest", "--format", "json", "--out", "-").stdout) == ["M3"]


def test_a_hall_goes_into_one_file_table_2_before_table_10(tmp_path):
    for number in (10, 2, 1):
        keep(tmp_path / f"table-{number}", f"M{number}")
    (tmp_path / "photos").mkdir()
    done = run("--journals", tmp_path, "--format", "csv", "--out", "-")
    totals = [row for row in csv.DictReader(io.StringIO(done.stdout)) if row["line"] == "total"]
    assert [(row["table"], row["match"], row["player"]) for row in totals[::2]] == [
        ("table-1", "M1", "Ann"),
        ("table-2", "M2", "Ann"),
        ("table-10", "M10", "Ann"),
    ]
    assert run("--journals", tmp_path, "--out", tmp_path / "all.xlsx").exit_code == 0
    assert load_workbook(tmp_path / "all.xlsx")["Totals"].max_row == 7
    assert run("--journals", tmp_path, "--out", tmp_path / "all.pdf", "--paper", "letter").exit_code == 0
    assert len(pypdfium2.PdfDocument(tmp_path / "all.pdf")) == 3


def test_a_damaged_journal_is_named_and_the_other_tables_are_written(tmp_path):
    keep(tmp_path / "good", "M1")
    keep(tmp_path / "bad", "M2")
    (tmp_path / "bad" / "journal.db").write_bytes(b"x" * 5000)
    done = run("--journals", tmp_path, "--format", "json", "--out", tmp_path / "all.json")
    assert done.exit_code == 1
    assert "left out:" in done.stderr
    assert "bad" in done.stderr
    assert matches((tmp_path / "all.json").read_bytes()) == ["M1"]


def test_a_journal_of_lines_can_come_from_standard_input():
    lines = "\n".join(encode(entry) for entry in short(("Ann", "Ben")))
    done = run("-", "--format", "json", "--out", "-", stdin=lines)
    assert matches(done.stdout) == ["M1"]


def test_on_standard_output_the_csv_has_no_mark_unless_one_asks(tmp_path):
    table = keep(tmp_path / "t1", "M1")
    assert run(table, "--format", "csv", "--out", "-").stdout_bytes.startswith(b"line,")
    assert run(table, "--format", "csv", "--out", "-", "--bom").stdout_bytes.startswith(b"\xef\xbb\xbf")


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path):
    table, out = keep(tmp_path / "t1", "M1"), tmp_path / "s.csv"
    out.write_text("mine")
    done = run(table, "--out", out)
    assert (done.exit_code, out.read_text()) == (2, "mine")
    assert "is there already; choose another name with --out, or write over it with --force" in done.stderr
    assert run(table, "--out", out, "--force").exit_code == 0
    assert out.read_bytes() != b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.csv", "t1"]


WRONG = {
    "no such match": (["{t}", "--match", "M9"], "there is no match 'M9'; there are: M1"),
    "no journal there": (["{x}"], "no such file or directory"),
    "an unknown ending": (["{t}", "--out", "sheet.doc"], "what '.doc' means is not known; give --format pdf, csv"),
    "no tables": (["--journals", "{t}"], "no sub-directory of {t} holds a journal"),
    "no folder of tables": (["--journals", "{x}"], "no such file or directory"),
    "both": (["{t}", "--journals", "{t}"], "leave the others out"),
    "no match": (["{e}"], "no match was opened in the journal of {e}"),
    "no fonts": (["{t}", "--fonts", "{x}"], "is no directory of fonts"),
    "nowhere to write": (["{t}", "--out", "{x}/s.pdf"], "no such file or directory"),
}


@pytest.mark.parametrize(("args", "sentence"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_told_in_one_sentence(tmp_path, monkeypatch, args, sentence):
    monkeypatch.chdir(tmp_path)
    places = {"t": keep(tmp_path / "t", "M1"), "x": tmp_path / "x", "e": keep(tmp_path / "e")}
    done = run(*(arg.format(**places) for arg in args))
    assert done.exit_code == 2
    assert sentence.format(**places) in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_help_tells_what_is_written_by_default():
    assert "All matches of the journal are written" in run("--help").stdout
