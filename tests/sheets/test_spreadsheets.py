"""CSV, XLSX and JSON: what programs read is what the sheet says, and nothing that somebody typed can run."""

import csv
import io
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from openpyxl import load_workbook

from table.sheets.assemble import sheets
from table.sheets.csvfile import FORMULAS, HEADER, to_csv
from table.sheets.jsonfile import from_json, to_json
from table.sheets.plain import shown
from table.sheets.xlsx import NAMES, to_xlsx
from tests.sheets.journals import FOLDERS, names, played, scenario, short, texts

RELAXED = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def csv_rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def xlsx_rows(data, name):
    header, *rows = load_workbook(io.BytesIO(data))[name].iter_rows(values_only=True)
    return [dict(zip(header, row, strict=True)) for row in rows]


def by_csv(data):
    return [
        (r["match"], r["player"], int(r["total"]), int(r["match points"]))
        for r in csv_rows(data)
        if r["line"] == "total"
    ]


def by_xlsx(data):
    return [(r["match"], r["player"], r["total"], r["match points"]) for r in xlsx_rows(data, "Totals")]


def by_sheet(many):
    return [(s.match, p.name, p.final, p.points) for s in many for p in s.players]


@pytest.mark.parametrize("folder", FOLDERS)
def test_all_formats_carry_the_same_totals(folder):
    many = [sheet for _, sheet in played(folder)]
    assert by_csv(to_csv(many)) == by_xlsx(to_xlsx(many)) == by_sheet(from_json(to_json(many))) == by_sheet(many)


@given(names, texts)
@RELAXED
def test_whatever_players_are_called_all_formats_carry_the_same_totals(chosen, reason):
    many = sheets(short(chosen, reason))
    plain = [(match, shown(name), total, points) for match, name, total, points in by_sheet(many)]
    assert by_xlsx(to_xlsx(many)) == plain
    assert [(m, n.removeprefix("'") if n[1:2] in FORMULAS else n, t, p) for m, n, t, p in by_csv(to_csv(many))] == [
        (m, n.removeprefix("'") if n[1:2] in FORMULAS else n, t, p) for m, n, t, p in plain
    ]
    assert from_json(to_json(many)) == tuple(many)


@given(names, texts)
@RELAXED
def test_no_cell_of_text_can_run_as_a_formula(chosen, reason):
    many = sheets(short(chosen, reason), event=reason, table=chosen[0])
    for row in csv.reader(io.StringIO(to_csv(many, mark=False).decode(), newline="")):
        for cell in row:
            assert not cell.lstrip().startswith(FORMULAS) or cell.lstrip("-").isdigit()
            assert "\n" not in cell
            assert "\r" not in cell
    for page in load_workbook(io.BytesIO(to_xlsx(many))):
        assert all(cell.data_type in "sn" for row in page.iter_rows() for cell in row)


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-2", "@SUM(A1)", "  =1+1", "\t=1", "＝1+1", "\u202e=1"])
def test_a_name_that_looks_like_a_formula_is_defused(name):
    (row, *_) = csv_rows(to_csv(sheets(short((name, "Ben")))))
    assert row["player"].startswith("'")
    (row, *_) = xlsx_rows(to_xlsx(sheets(short((name, "Ben")))), "Totals")
    assert row["player"] == shown(name)


def test_spreadsheets_guess_the_csv_right():
    data = to_csv([scenario("several-shakes-add-up")[1]])
    text = data.decode("utf-8-sig")
    assert data.startswith(b"\xef\xbb\xbf")
    assert csv.Sniffer().sniff(text.split("\r\n")[0]).delimiter == ","
    rows = list(csv.reader(io.StringIO(text, newline=""), dialect="excel"))
    assert tuple(rows[0]) == HEADER
    assert {len(row) for row in rows} == {len(HEADER)}


def test_without_the_mark_the_csv_begins_with_its_heading():
    assert to_csv([], mark=False).startswith(b"line,event,table,")


def test_a_score_has_its_line_with_the_challenge_beside_it():
    _, sheet = scenario("replayed-later")
    lines = [r for r in csv_rows(to_csv([sheet])) if r["line"] == "shake" and r["player"] == "Cal"]
    assert [(r["shake"], r["state"], r["score"]) for r in lines] == [
        ("1", "void", ""),
        ("2", "scored", "6"),
        ("1", "scored", "4"),
    ]
    assert [(r["ending"], r["challenger"], r["mover"], r["side"]) for r in lines[1:]] == [
        ("Impossible", "Cal", "Ben", ""),
        ("Impossible", "Ben", "Ann", "challenger"),
    ]


def test_a_total_below_zero_stays_a_number_in_a_spreadsheet():
    _, sheet = scenario("time-exceeded-initials", "middle")
    totals = {r["player"]: r["total"] for r in xlsx_rows(to_xlsx([sheet]), "Totals")}
    assert totals == {p.name: p.final for p in sheet.players}
    assert min(totals.values()) < 0
    assert str(min(totals.values())) in [r["total"] for r in csv_rows(to_csv([sheet]))]


def test_a_workbook_has_a_page_for_each_kind_of_line_even_if_it_is_empty():
    book = load_workbook(io.BytesIO(to_xlsx([])))
    assert book.sheetnames == list(NAMES.values())
    assert book["Totals"].freeze_panes == "A2"


def test_a_workbook_is_whole_xml():
    data = to_xlsx(sheets(short(("A\x00\x0b\ufffe\uffffB", "Ben"))))
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    assert by_xlsx(data)[0][1] == "A B"


def test_the_json_says_its_version_and_keeps_letters_as_they_are():
    data = to_json(sheets(short(("Zoë", "王小明"))))
    assert b'"version": 1' in data
    assert "王小明".encode() in data
