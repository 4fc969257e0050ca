"""The PDF: what is printed is what the referee scored, in any script, within the paper."""

import re
from unicodedata import normalize

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings

from table.sheets import typefaces
from table.sheets.assemble import sheets
from table.sheets.flow import FormBlock, paginate, space
from table.sheets.lettering import Lettering, clusters
from table.sheets.page import PAPERS, POINT
from table.sheets.pdf import FOOT, MARGIN, to_pdf
from table.sheets.plain import shown
from tests.sheets.journals import FOLDERS, names, played, scenario, short, texts

SIGNED = re.compile(r"Total (\S+), match points(?: so far)? (\S+)")
RELAXED = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
HANGS = 3
"""Millimetres. A mark without its letter hangs out of the line a little."""
NOWHERE = ()
"""No fonts but our own."""


def pages(data):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def text_of(data):
    return " ".join(" ".join(pages(data)).split())


def figure(text):
    return int(text.replace("\u2212", "-"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_paper_says_what_the_referee_scored(folder):
    found = played(folder)
    texts_of = text_of(to_pdf([sheet for _, sheet in found], places=NOWHERE)).split("Scoresheet ")[1:]
    assert len(texts_of) == len(found)
    for (match, sheet), text in zip(found, texts_of, strict=True):
        signed = [(figure(total), figure(points)) for total, points in SIGNED.findall(text)]
        assert signed == [(p.final, p.points) for p in sheet.players], match.id
        for row in sheet.shakes:
            scores = " ".join(str(row.scores[p]) if row.scores else "void" for p in match.players)
            assert row.state == "under way" or scores in text, match.id
            assert row.goal in text, match.id
        for penalty in sheet.penalties:
            assert f"[{penalty.cite}]" in text, match.id
        assert ("NOT FINAL" in text) == (sheet.state == "under way"), match.id


def test_a_challenge_a_note_a_correction_and_initials_are_printed():
    text = text_of(to_pdf([scenario("replayed-later")[1]]))
    assert "Impossible: Cal challenged Ben" in text
    assert "1 replay" in text
    assert "Shake 1: replayed, ordered by judge HJ: Cal spoke during it (IX-C)" in text
    text = text_of(to_pdf([scenario("sheet-honest-with-consent")[1]]))
    assert "Ben 15 16 16 an oversight; all players agree JD" in text
    text = text_of(to_pdf([scenario("initials-missing-at-the-end", "middle")[1]]))
    assert "does not count without a judge's initials (XI-A)" in text
    assert "(\u22121)" in text


def test_what_was_signed_otherwise_is_told_in_bold_words():
    text = text_of(to_pdf(sheets(short(("Ann", "Ben")))))
    assert "What was signed is not what the journal comes to now" in text
    assert "Ann signed 6 for Ann; the journal now comes to 16." in text


SCRIPTS = {
    "Latin": "Zoë Łukasz Ñandú ĳsberg",
    "Vietnamese": "Nguyễn Thị Thuỳ Dương",
    "Vietnamese, decomposed": "Nguye\u0302\u0303n",
    "Greek": "Ελένη Παπαδοπούλου",
    "Cyrillic": "Дмитрий Щёлков",
    "Arabic": "محمد عبد الله",
    "Persian": "می\u200cخواهم",
    "Hebrew": "משה כהן",
    "Devanagari": "प्रियंका शर्मा",
    "Thai": "สมชาย ใจดี",
    "marks that no letter was made for": "J\u0301an",
}


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_our_own_fonts_print_names_in_this_script(name):
    text = text_of(to_pdf(sheets(short((name, "Ben"))), places=NOWHERE))
    assert "U+" not in text
    for word in name.split():
        assert normalize("NFC", word) in text


def test_arabic_letters_join_and_devanagari_ones_combine():
    lettering = Lettering(NOWHERE)
    assert [len(p.glyphs) for p in lettering.pieces("ــ")] == [2]
    (joined,) = lettering.pieces("لا")
    assert len(joined.glyphs) == 1
    (conjunct,) = lettering.pieces("क्ष")
    assert len(conjunct.glyphs) == 1


def test_a_letter_that_no_font_has_is_written_as_its_code_point_and_the_sheet_says_so():
    text = text_of(to_pdf(sheets(short(("王 Zed", "Ben"))), places=NOWHERE))
    assert "[U+738B] Zed" in text
    assert "no font for them: U+738B CJK UNIFIED IDEOGRAPH-738B (install a font that has them)" in text


def test_without_shaping_other_scripts_are_code_points_and_the_sheet_says_what_to_install(monkeypatch):
    typefaces.typeface.cache_clear()
    monkeypatch.setattr(typefaces, "harfbuzz", None)
    text = text_of(to_pdf(sheets(short(("משה", "Zoë"))), places=NOWHERE))
    typefaces.typeface.cache_clear()
    assert "[U+05DE][U+05E9][U+05D4]" in text
    assert "install uharfbuzz" in text
    assert "Zoë" in text


def test_a_file_that_is_no_font_is_passed_over(tmp_path):
    (tmp_path / "NotoSansBroken-Regular.ttf").write_bytes(b"not a font")
    (tmp_path / "NotoSansEmpty-Regular.ttf").write_bytes(b"")
    assert "[U+738B]" in text_of(to_pdf(sheets(short(("王", "Ben"))), places=(tmp_path,)))


def test_a_font_of_the_machine_is_used_for_what_ours_lack(tmp_path, monkeypatch):
    (tmp_path / "ours").mkdir()
    (tmp_path / "fonts" / "sub").mkdir(parents=True)
    hebrew = (typefaces.OURS / "NotoSansHebrew-Regular.ttf").read_bytes()
    monkeypatch.setattr(typefaces, "OURS", tmp_path / "ours")
    assert Lettering((tmp_path / "fonts",)).lacking("משה") == set("משה")
    (tmp_path / "fonts" / "sub" / "Other.ttf").write_bytes(hebrew)
    (piece,) = Lettering((tmp_path / "fonts", tmp_path / "nowhere")).pieces("משה")
    assert piece.typeface.path == tmp_path / "fonts" / "sub" / "Other.ttf"


def test_fonts_that_draw_nothing_for_a_letter_do_not_count(tmp_path):
    assert not typefaces._usable(tmp_path / "NotoColorEmoji.ttf")
    assert not typefaces.typeface(typefaces.PLAIN).has("王")
    assert typefaces.typeface(typefaces.PLAIN).has("a b")


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_the_page_has_the_size_of_the_paper(paper):
    document = pypdfium2.PdfDocument(to_pdf([scenario("a-whole-shake")[1]], paper))
    assert [round(side / 72 * 25.4, 1) for side in document[0].get_size()] == [paper.width, paper.height]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@given(chosen=names, reason=texts)
@RELAXED
def test_nothing_is_written_outside_the_margins_whatever_people_typed(paper, chosen, reason):
    data = to_pdf(sheets(short(chosen, reason), event=reason, table=chosen[1]), paper, NOWHERE)
    document = pypdfium2.PdfDocument(data)
    for page in document:
        width, height = (side / 72 * 25.4 for side in page.get_size())
        text = page.get_textpage()
        for number in range(text.count_rects()):
            left, bottom, right, top = (value / 72 * 25.4 for value in text.get_rect(number))
            assert left >= MARGIN - HANGS
            assert right <= width - MARGIN + HANGS
            assert bottom >= MARGIN - HANGS
            assert top <= height - MARGIN + HANGS


@given(names)
@RELAXED
def test_totals_are_on_the_paper_whatever_players_are_called(chosen):
    many = sheets(short(chosen))
    signed = SIGNED.findall(text_of(to_pdf(many, places=NOWHERE)))
    assert [(figure(a), figure(b)) for a, b in signed][-len(chosen) :] == [(p.final, p.points) for p in many[0].players]


def test_a_long_sheet_goes_on_on_a_second_page_under_the_same_heading():
    _, sheet = scenario("several-shakes-add-up")
    longer = type(sheet)(**{f: getattr(sheet, f) for f in sheet.__struct_fields__} | {"shakes": sheet.shakes * 20})
    first, *rest = pages(to_pdf([longer]))
    assert "How it ended" in first
    assert "How it ended" in rest[0]
    assert f"page 1 of {len(rest) + 1}" in first
    assert f"page {len(rest) + 1} of {len(rest) + 1}" in rest[-1]
    assert sum(page.count("Signatures") for page in (first, *rest)) == 1


def test_every_match_begins_on_a_page_of_its_own():
    many = [sheet for _, sheet in played("judges")[:5]]
    found = pages(to_pdf(many))
    assert sum("Scoresheet" in page for page in found) == 5
    assert all("Match" in page for page in found)


def test_the_same_sheet_gives_the_same_bytes():
    _, sheet = scenario("a-whole-shake")
    assert to_pdf([sheet]) == to_pdf([sheet])


def test_a_whole_block_moves_to_the_next_page_and_a_heading_stays_with_what_follows():
    title = FormBlock(10, lambda *_: None, stays=True)
    assert [len(page) for page in paginate([space(85), title, space(10)], 100)] == [1, 2]
    head = FormBlock(5, lambda *_: None)
    row = FormBlock(40, lambda *_: None, head)
    assert [[b.height for b in page] for page in paginate([head, row, row, row], 100)] == [[5, 40, 40], [5, 40]]


def test_text_is_broken_at_spaces_then_at_hyphens_then_where_it_must():
    lettering = Lettering(NOWHERE)
    size = 9 * POINT
    assert lettering.broken("Anna Berta", lettering.width("Anna B", size), size) == ["Anna", "Berta"]
    assert lettering.broken("Anna-Berta", lettering.width("Anna-B", size), size) == ["Anna-", "Berta"]
    assert "".join(lettering.broken("A" * 50, 10, size)) == "A" * 50
    assert all(lettering.width(line, size) <= 10 for line in lettering.broken("A" * 50, 10, size))


def test_a_letter_is_never_parted_from_its_marks():
    assert list(clusters("ae\u0301\u0302क्\u200dष")) == ["a", "e\u0301\u0302", "क्\u200dष"]


def test_a_name_of_which_nothing_can_be_seen_is_shown_by_its_code_points():
    assert shown("\u200b\u2060") == "[U+200B] [U+2060]"
    assert shown(" Ann\n\tLee\u202e ") == "Ann Lee"


def test_the_bundled_fonts_are_small():
    assert sum(path.stat().st_size for path in typefaces.OURS.iterdir()) < 1_500_000


def test_the_foot_leaves_room_for_what_is_above_it():
    assert FOOT < MARGIN
