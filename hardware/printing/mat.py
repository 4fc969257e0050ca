"""A mat on paper: fiducials, regions with their names, the challenge pad, a ruler; whole or in tiles.

Everything but the fiducials is light, and letters are much smaller than those on the cubes, so that nothing on the mat
can be taken for a cube. Names stand in two corners of a region, to be read from either side of the table.
"""

from __future__ import annotations

from hardware.mats import Mat, Rectangle, Region
from hardware.printing.fiducials import white_cells
from hardware.printing.paper import HEADER, Layout, PaperSize, PaperTile, lay_out
from hardware.printing.pen import BLACK, FAINT, GREY, PALE, WHITE, Pen, ruler, tint

FILL, OUTLINE, LABEL = 0.10, 0.60, 0.65
"""How much of a region's colour its ground, its outline and its name have."""

OUTLINE_WIDTH = 0.6
CORNER = 3.0
LABEL_CAPITAL = 5.0


def print_mat(mat: Mat, paper: PaperSize, version: str) -> bytes:
    """The mat as a PDF, to scale."""
    layout = lay_out(mat, paper)
    pen = Pen(layout.width, layout.height, f"WFF 'N PROOF {mat.name} mat, wff-table {version}")
    for tile in layout.tiles:
        with pen.at(tile.origin, tile.window):
            _draw(pen, mat, version)
            _joints(pen, tile)
        _marks(pen, layout, tile)
        if layout.tiled:
            _header(pen, mat, layout, tile)
        pen.next_page()
    return pen.finish()


def _draw(pen: Pen, mat: Mat, version: str) -> None:
    pen.rectangle(mat.area, line=FAINT, width=0.4)  # half of it is cut off with the rest of the sheet
    for region in mat.regions:
        _region(pen, region)
    pad = mat.pad
    pen.circle(pad, tint("#808080", 0.08), FAINT, OUTLINE_WIDTH)
    x, y = pad.centre
    pen.line((x - 4, y), (x + 4, y), FAINT)
    pen.line((x, y - 4), (x, y + 4), FAINT)
    pen.write((x, y + pad.radius * 0.55), "Challenge block", 2.4, FAINT, anchor="middle")
    pen.write((x, y - pad.radius * 0.55), "Challenge block", 2.4, FAINT, anchor="middle", turn=180)
    for fiducial in mat.fiducials:
        pen.rectangle(fiducial.square, fill=BLACK)
        pen.squares(white_cells(fiducial, mat.dictionary), WHITE)
    lowest = max(region.area.y1 for region in mat.regions)
    left = min(region.area.x0 for region in mat.regions if region.area.y1 == lowest)
    right = max(region.area.x1 for region in mat.regions if region.area.y1 == lowest)
    ruler(pen, (left, lowest + 3), PALE)
    title = f"WFF 'N PROOF {mat.name} mat, {mat.width:g} x {mat.height:g} mm, wff-table {version}"
    pen.write((right, lowest + 6), title, 2.2, PALE, anchor="end")


def _region(pen: Pen, region: Region) -> None:
    area, colour = region.area, region.colour
    pen.rectangle(area, tint(colour, FILL), tint(colour, OUTLINE), OUTLINE_WIDTH, CORNER)
    name, ink, inset = region.name.capitalize(), tint(colour, LABEL), 4.0
    pen.write((area.x0 + inset, area.y0 + inset + LABEL_CAPITAL), name, LABEL_CAPITAL, ink, "bold")
    pen.write((area.x1 - inset, area.y1 - inset - LABEL_CAPITAL), name, LABEL_CAPITAL, ink, "bold", turn=180)


def _joints(pen: Pen, tile: PaperTile) -> None:
    """Where to cut (dashed) and up to where the next tile will lie (dotted)."""
    window, kept = tile.window, tile.kept
    for x, dash in ((kept.x0, 2.0), (kept.x1, 0.5)):
        if x not in (window.x0, window.x1):
            pen.line((x, window.y0), (x, window.y1), FAINT, dash=dash)
    for y, dash in ((kept.y0, 2.0), (kept.y1, 0.5)):
        if y not in (window.y0, window.y1):
            pen.line((window.x0, y), (window.x1, y), FAINT, dash=dash)


def _marks(pen: Pen, layout: Layout, tile: PaperTile) -> None:
    """Marks in the margins at both ends of every line that is cut along or glued to, where there is room for them."""
    dx, dy = tile.origin[0] - tile.window.x0, tile.origin[1] - tile.window.y0
    shown, lines = _moved(tile.window, dx, dy), _moved(tile.kept, dx, dy)
    sheet = Rectangle(0, 0, layout.width, layout.height).grown(-1)
    marks = [
        ((x, y + out), (x, y + 5 * out)) for x in (lines.x0, lines.x1) for y, out in ((shown.y0, -1), (shown.y1, 1))
    ]
    marks += [
        ((x + out, y), (x + 5 * out, y)) for y in (lines.y0, lines.y1) for x, out in ((shown.x0, -1), (shown.x1, 1))
    ]
    for start, end in marks:
        if sheet.holds(start) and sheet.holds(end):
            pen.line(start, end, BLACK)


def _header(pen: Pen, mat: Mat, layout: Layout, tile: PaperTile) -> None:
    left, right = tile.origin[0] + 3, tile.origin[0] + tile.window.width - 3
    top = tile.origin[1] - HEADER
    pen.write(
        (left, top + 3), f"{mat.name.capitalize()} mat, tile {tile.number} of {len(layout.tiles)}", 3, font="bold"
    )
    pen.write((left, top + 7.5), _what_to_do(layout, tile), 1.9, GREY)
    pen.write((left, top + 11.2), "Print at 100 % (actual size): this ruler must measure 100 mm.", 1.9, GREY)
    ruler(pen, (left, top + 14), GREY)
    cell_x, cell_y = 6.0, 4.5
    for other in layout.tiles:
        x = right - (layout.columns - other.column) * cell_x
        y = top + other.row * cell_y
        cell = Rectangle(x, y, x + cell_x, y + cell_y)
        here = other.number == tile.number
        pen.rectangle(cell, fill=GREY if here else None, line=GREY)
        pen.write((x + cell_x / 2, y + 3.2), str(other.number), 1.9, WHITE if here else GREY, anchor="middle")


def _what_to_do(layout: Layout, tile: PaperTile) -> str:
    """How this tile joins those before it; the later one lies on top."""
    cuts, under = [], []
    if tile.column:
        cuts.append("left")
        under.append(tile.number - 1)
    if tile.row:
        cuts.append("top")
        under.append(tile.number - layout.columns)
    if not cuts:
        return "Cut nothing yet: the next tiles lie on this one, up to the dotted lines."
    over = " and ".join(str(number) for number in sorted(under))
    lines, tiles = ("line", "tile") if len(cuts) == 1 else ("lines", "tiles")
    where = " and ".join(cuts)
    return f"Cut along the dashed {lines} ({where}) and glue it over {tiles} {over}, up to the dotted {lines}."


def _moved(area: Rectangle, dx: float, dy: float) -> Rectangle:
    return Rectangle(area.x0 + dx, area.y0 + dy, area.x1 + dx, area.y1 + dy)
