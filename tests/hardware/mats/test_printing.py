"""Printed mats, looked at: the PDF is rendered, its fiducials are found with OpenCV, and everything is measured."""

from collections import Counter
from itertools import pairwise

import cv2
import numpy as np
import pypdfium2
import pytest

from hardware.mats import Rectangle, mat_named, names
from hardware.printing.faces import print_faces
from hardware.printing.mat import print_mat
from hardware.printing.paper import PAPERS, BadPaper, lay_out, paper_named

DPI = 150
PX = DPI / 25.4
"""Pixels to a millimetre."""

TOLERANCE = 0.3
SETS = ("CAKENR", "pqrsio")


def render(pdf):
    """All pages in grey, at 150 dpi."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [page.render(scale=DPI / 72, grayscale=True).to_numpy() for page in document]
    return [page.reshape(page.shape[0], page.shape[1]).copy() for page in pages]


def text(pdf):
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def assembled(mat, paper):
    """The mat as it lies on the table: tiles cut where they say and laid side by side; whole sheets as they are."""
    layout = lay_out(mat, paper)
    pages = render(print_mat(mat, paper, "1.2.3"))
    assert len(pages) == len(layout.tiles)
    whole = np.full((round(mat.height * PX), round(mat.width * PX)), 255, np.uint8)
    for page, tile in zip(pages, layout.tiles, strict=True):
        assert page.shape == pytest.approx((layout.height * PX, layout.width * PX), abs=1)
        left, top, right, bottom = (round(v * PX) for v in (tile.kept.x0, tile.kept.y0, tile.kept.x1, tile.kept.y1))
        dx, dy = tile.window.x0 - tile.origin[0], tile.window.y0 - tile.origin[1]
        moved = cv2.warpAffine(page, np.array([[1, 0, dx * PX], [0, 1, dy * PX]]), whole.shape[::-1], borderValue=255)
        whole[top:bottom, left:right] = moved[top:bottom, left:right]
    return whole


def fiducials_in(picture):
    """The corners of every fiducial that OpenCV finds, in pixels, by number."""
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), how)
    framed = cv2.copyMakeBorder(picture, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
    corners, ids, _ = detector.detectMarkers(framed)
    # OpenCV counts from the middle of a pixel, we from its edge.
    return {int(i): c.reshape(4, 2) - 19.5 for i, c in zip(ids.ravel(), corners, strict=True)}


def sides(area):
    """Each side as where it should be, which way its line runs, and three places along it."""
    for level, where in ((False, area.x0), (False, area.x1), (True, area.y0), (True, area.y1)):
        start, length = (area.x0, area.width) if level else (area.y0, area.height)
        yield level, where, [start + share * length for share in (0.3, 0.55, 0.7)]


def line_found(picture, level, where, along):
    """Where the darkest line across the reach of 3 mm to either side really is, in millimetres."""
    first, last = round((where - 3) * PX), round((where + 3) * PX)
    at = int(along * PX)
    reach = picture[first:last, at] if level else picture[at, first:last]
    darkness = 255.0 - reach
    darkness[darkness < darkness.max() / 2] = 0
    return (first + 0.5 + np.average(np.arange(len(darkness)), weights=darkness)) / PX


@pytest.mark.parametrize("paper", ["A2", "A4", "Letter", "A3"])
@pytest.mark.parametrize("name", names())
def test_fiducials_and_regions_are_where_the_mat_has_them_to_a_third_of_a_millimetre(name, paper):
    mat = mat_named(name)
    picture = assembled(mat, paper_named(paper))
    found = fiducials_in(picture)
    assert set(found) == {fiducial.id for fiducial in mat.fiducials}
    for fiducial in mat.fiducials:
        assert found[fiducial.id] / PX == pytest.approx(np.array(fiducial.square.corners), abs=TOLERANCE)
    measured = 0
    for region in mat.regions:
        for level, where, places in sides(region.area):
            for along in places:
                assert line_found(picture, level, where, along) == pytest.approx(where, abs=TOLERANCE)
                measured += 1
    assert measured == 12 * len(mat.regions)
    x, y = mat.pad.centre
    for level, centre, along in ((False, x, y + 1.5), (True, y, x + 1.5)):
        for edge in (centre - mat.pad.radius, centre + mat.pad.radius):
            assert line_found(picture, level, edge, along) == pytest.approx(edge, abs=TOLERANCE)


def test_a_mat_printed_at_97_percent_would_be_noticed():
    picture = assembled(mat_named("tournament"), paper_named("A2"))
    small = cv2.resize(picture, None, fx=0.97, fy=0.97, interpolation=cv2.INTER_AREA)
    wrong = fiducials_in(small)[1] / PX - np.array(mat_named("tournament").fiducials[1].square.corners)
    assert abs(wrong).max() > 10


@pytest.mark.parametrize("paper", ["A2", "A4"])
def test_nothing_but_the_fiducials_is_dark(paper):
    mat = mat_named("tournament")
    picture = assembled(mat, paper_named(paper))
    for fiducial in mat.fiducials:
        box = fiducial.square.grown(0.5)
        picture[int(box.y0 * PX) : int(box.y1 * PX) + 1, int(box.x0 * PX) : int(box.x1 * PX) + 1] = 255
    assert picture.min() >= 150
    assert np.mean(picture < 225) < 0.02


def test_the_edge_that_a_printer_cannot_reach_has_nothing_in_it_but_the_line_to_cut_along():
    picture = assembled(mat_named("tournament"), paper_named("A2"))
    inner, outer = picture.copy(), 5 * PX
    inner[int(outer) : -int(outer), int(outer) : -int(outer)] = 255
    inner[:, :3] = inner[:, -3:] = inner[:3, :] = inner[-3:, :] = 255
    assert inner.min() == 255


def test_the_quiet_zone_around_each_fiducial_is_white():
    mat = mat_named("basic")
    picture = assembled(mat, paper_named("A4"))
    for fiducial in mat.fiducials:
        zone, square = fiducial.square.grown(mat.quiet_zone), fiducial.square.grown(0.3)
        cut = picture[int(zone.y0 * PX) : int(zone.y1 * PX), int(zone.x0 * PX) : int(zone.x1 * PX)].copy()
        dx, dy = int(zone.x0 * PX), int(zone.y0 * PX)
        cut[int(square.y0 * PX) - dy : int(square.y1 * PX) + 1 - dy, int(square.x0 * PX) - dx :][
            :, : int(square.width * PX) + 2
        ] = 255
        assert cut.min() == 255


@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_every_tile_has_black_marks_at_both_ends_of_every_line(paper):
    mat = mat_named("tournament")
    layout = lay_out(mat, paper_named(paper))
    for page, tile in zip(render(print_mat(mat, layout.paper, "1.2.3")), layout.tiles, strict=True):
        dx, dy = tile.origin[0] - tile.window.x0, tile.origin[1] - tile.window.y0
        places = [(x, y) for x in (tile.kept.x0, tile.kept.x1) for y in (tile.window.y0 - 3, tile.window.y1 + 3)]
        places += [(x, y) for y in (tile.kept.y0, tile.kept.y1) for x in (tile.window.x0 - 3, tile.window.x1 + 3)]
        for x, y in places:
            column, row = int((x + dx) * PX), int((y + dy) * PX)
            assert page[row - 2 : row + 3, column - 2 : column + 3].min() < 120, (tile.number, x, y)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_ruler_on_every_sheet_is_100_mm_long(paper):
    mat = mat_named("tournament")
    layout = lay_out(mat, paper_named(paper))
    for page, tile in zip(render(print_mat(mat, layout.paper, "1.2.3")), layout.tiles, strict=True):
        header = page[: int((tile.origin[1] - 6) * PX)] < 215
        longest = max((_longest_run(row) for row in header), default=0)
        assert longest / PX - 0.2 == pytest.approx(100, abs=TOLERANCE)  # the first and the last line are 0.2 mm wide


def _longest_run(row):
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(np.int8), [0]))))
    return max((end - start for start, end in zip(edges[::2], edges[1::2], strict=True)), default=0)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("name", names())
def test_on_every_paper_the_tiles_make_up_the_whole_mat_and_fit_the_sheet(name, paper):
    mat = mat_named(name)
    layout = lay_out(mat, paper)
    assert [tile.number for tile in layout.tiles] == list(range(1, layout.rows * layout.columns + 1))
    assert sum(tile.kept.width * tile.kept.height for tile in layout.tiles) == pytest.approx(mat.width * mat.height)
    for tile in layout.tiles:
        assert tile.origin[0] + tile.window.width <= layout.width
        assert tile.origin[1] + tile.window.height <= layout.height
        for fiducial in mat.fiducials:  # none is cut through
            zone = fiducial.square.grown(mat.quiet_zone)
            assert not tile.kept.meets(zone) or all(tile.kept.holds(corner) for corner in zone.corners)
    for one, other in pairwise(layout.tiles[: layout.columns]):
        assert one.kept.x1 == pytest.approx(other.kept.x0)
        assert one.window.x1 - other.window.x0 == pytest.approx(10)


def test_sheets_are_as_few_as_can_be():
    counts = {paper.name: len(lay_out(mat_named("tournament"), paper).tiles) for paper in PAPERS}
    assert counts["A2"] == counts["A1"] == counts["ArchC"] == 1
    assert counts["A3"] == counts["Tabloid"] == 4
    assert counts["A4"] == counts["Letter"] == 6


def test_a_mat_says_its_name_its_regions_its_size_and_the_version():
    words = text(print_mat(mat_named("tournament"), paper_named("A2"), "1.2.3"))
    assert "WFF 'N PROOF tournament mat, 560 x 420 mm, wff-table 1.2.3" in words
    assert all(name in words for name in ("Goal", "Forbidden", "Permitted", "Required", "Resources", "100 mm"))
    tiles = text(print_mat(mat_named("tournament"), paper_named("A4"), "1.2.3"))
    assert "tile 1 of 6" in tiles
    assert "Cut along the dashed lines (left and top) and glue it over tiles 2 and 4" in tiles


def test_the_same_mat_gives_the_same_file():
    first, second = (print_mat(mat_named("basic"), paper_named("A4"), "1.2.3") for _ in range(2))
    assert first == second
    assert b"/PrintScaling /None" in first


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_sheet_of_faces_has_fifteen_of_every_letter_each_in_the_middle_of_its_face(paper):
    sheet = paper_named(paper)
    pdf = print_faces(SETS, 16, sheet, "1.2.3")
    letters = [line for line in text(pdf).replace("\r", "").split("\n") if set(line) <= set(" CAKENRpqrsio") and line]
    assert Counter("".join(letters).replace(" ", "")) == dict.fromkeys("CAKENRpqrsio", 15)
    (page,) = render(pdf)
    ink, top = page < 100, 20 + (sheet.long - 20 - 240) / 2
    for set_number, letters_of_set in enumerate(SETS):
        for column, letter in enumerate(letters_of_set):
            left = (sheet.short - 194) / 2 + set_number * 98 + column * 16
            for row in (0, 7, 14):
                face = Rectangle(left, top + row * 16, left + 16, top + row * 16 + 16)
                x, y, width, height = _ink_in(ink, face.grown(-0.5))
                assert (x + width / 2, y + height / 2) == pytest.approx(face.centre, abs=0.8), letter
                assert max(width, height) < 12
                assert height > 6


def _ink_in(ink, area):
    """The box around the ink, in millimetres."""
    left, top = round(area.x0 * PX), round(area.y0 * PX)
    inside = ink[top : round(area.y1 * PX), left : round(area.x1 * PX)].astype(np.uint8)
    x, y, width, height = cv2.boundingRect(inside)
    return (left + x) / PX, (top + y) / PX, width / PX, height / PX


def test_p_and_q_are_not_each_others_mirror_image_by_mistake():
    (page,) = render(print_faces(SETS, 16, paper_named("A4"), "1.2.3"))
    left, top = 8 + 98, 20 + (297 - 260) / 2
    for column, side in ((0, "left"), (1, "right")):  # the stem of p is on the left, that of q on the right
        x = left + column * 16
        tail = page[int((top + 11) * PX) : int((top + 13) * PX), int((x + 1) * PX) : int((x + 15) * PX)] < 100
        middle = np.flatnonzero(tail.any(axis=0)).mean() / PX
        assert (middle < 7) == (side == "left")


def test_a_paper_we_do_not_know_or_that_is_too_small_is_refused():
    with pytest.raises(BadPaper, match="we do not print on 'A9'; choose one of A1, A2"):
        paper_named("A9")
    with pytest.raises(BadPaper, match="A4 has no room for the faces"):
        print_faces(SETS, 20, paper_named("A4"), "1.2.3")
    assert paper_named(" letter").name == "Letter"
