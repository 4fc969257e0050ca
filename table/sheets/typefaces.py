"""The fonts that a sheet may be written with: those that come with the program, and then those of the machine.

Ours have Latin, Greek, Cyrillic, Vietnamese, Arabic, Hebrew, Devanagari and Thai. Others are looked for where Linux
keeps fonts, in a fixed order, so that the same machine always prints the same sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

try:
    import uharfbuzz as harfbuzz
except ImportError:  # there is no wheel for 32-bit ARM
    harfbuzz = None

OURS = Path(__file__).parent / "fonts"
PLAIN, BOLD = OURS / "NotoSans-Regular.ttf", OURS / "NotoSans-Bold.ttf"
PLACES = (Path("/usr/local/share/fonts"), Path("/usr/share/fonts"), Path("~/.local/share/fonts"), Path("~/.fonts"))

PREFERRED = ("NotoSans*-Regular.*", "DroidSansFallback*", "Noto*-Regular.*", "wqy-*", "NanumGothic.*", "DejaVuSans.*",
             "FreeSans.*", "unifont.*", "*")  # fmt: skip
"""What is tried first. Sans before all, to go with ours; the last is better than no letter at all."""

_FONTS = (".ttf", ".otf", ".ttc", ".otc")
_BOXES = ("LastResort", "AdobeBlank", "NotoColorEmoji")
"""Fonts that have every character and draw none, or only in colour."""

Outline: TypeAlias = list[tuple[str, tuple[float, ...]]]
"""The strokes of a glyph: move, line, curve or close, with their points, for a size of one."""


class Typeface:
    """A font file that text can be shaped with."""

    def __init__(self, path: Path) -> None:
        self.path = path
        face = harfbuzz.Face(harfbuzz.Blob.from_file_path(str(path)))
        self._font: Any = harfbuzz.Font(face)
        self._upem = float(face.upem)
        self._outlines: dict[int, Outline] = {}

    def has(self, text: str) -> bool:
        """Whether every character has a glyph, and one that leaves ink where it should."""
        glyphs = [self._font.get_nominal_glyph(ord(char)) for char in text]
        return all(glyphs) and all(char.isspace() or self.outline(g) for char, g in zip(text, glyphs, strict=True))

    def shape(self, text: str, leftwards: bool) -> list[tuple[int, float, float, float]]:
        """The glyphs of a run from left to right: which, its offset to the right and up, and how far it goes on."""
        buffer = harfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftwards else "ltr"
        harfbuzz.shape(self._font, buffer)
        em = self._upem
        return [
            (info.codepoint, at.x_offset / em, at.y_offset / em, at.x_advance / em)
            for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        ]

    def outline(self, glyph: int) -> Outline:
        if glyph not in self._outlines:
            strokes: Outline = []
            self._font.draw_glyph(glyph, _pens(), strokes)
            em = self._upem
            self._outlines[glyph] = [(verb, tuple(n / em for n in points)) for verb, points in strokes]
        return self._outlines[glyph]


def can_shape() -> bool:
    """Whether any other script than those that need no shaping can be written."""
    return harfbuzz is not None


@lru_cache(maxsize=64)
def typeface(path: Path) -> Typeface | None:
    """The font in a file, or nothing if it cannot be read."""
    if harfbuzz is None:
        return None
    try:
        return Typeface(path)
    except (harfbuzz.HarfBuzzError, OSError, ValueError):
        return None


def candidates(places: Sequence[Path]) -> Iterator[Path]:
    """Font files in the order in which they are tried."""
    yield from sorted(OURS.glob("*-Regular.ttf"))
    found = [path for place in places for path in sorted(place.expanduser().rglob("*")) if _usable(path)]
    for pattern in PREFERRED:
        yield from (path for path in found if path.match(pattern))


def _usable(path: Path) -> bool:
    return path.suffix.lower() in _FONTS and not path.name.startswith(_BOXES)


@cache
def _pens() -> Any:
    """What writes an outline down. Quadratic curves come as cubic ones, which PDF knows."""
    pens = harfbuzz.DrawFuncs()
    pens.set_move_to_func(lambda x, y, strokes: strokes.append(("move", (x, y))))
    pens.set_line_to_func(lambda x, y, strokes: strokes.append(("line", (x, y))))
    pens.set_cubic_to_func(lambda a, b, c, d, x, y, strokes: strokes.append(("curve", (a, b, c, d, x, y))))
    pens.set_close_path_func(lambda strokes: strokes.append(("close", ())))
    return pens
