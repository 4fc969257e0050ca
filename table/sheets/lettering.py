"""Lines of text in any script: cut into pieces of one font and one direction, measured, and broken to a width.

What our own font has is ordinary text of the PDF. Everything else is shaped and drawn as outlines, because the
PDF library knows neither ligatures nor the fonts that most machines have for Chinese and Japanese. A character that
no font has is written as its code point, and `lacking` finds it, so that the sheet can say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from unicodedata import category, normalize

from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

from table.sheets.direction import CLOSE, OPEN, runs
from table.sheets.plain import JOINERS, code_point
from table.sheets.typefaces import BOLD, PLACES, PLAIN, Typeface, candidates, typeface


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of a line in one font. Without a typeface it is written in our own, as text."""

    text: str
    width: float
    """for a size of one"""
    typeface: Typeface | None = None
    glyphs: tuple[tuple[int, float, float, float], ...] = ()


@dataclass(slots=True)
class Lettering:
    """Sets lines with the fonts in these places."""

    places: Sequence[Path] = PLACES
    _paths: list[Path] = field(default_factory=list)
    _found: dict[str, Typeface | None] = field(default_factory=dict)
    _set: dict[tuple[str, bool], tuple[TextPiece, ...]] = field(default_factory=dict)

    def pieces(self, text: str, bold: bool = False) -> tuple[TextPiece, ...]:
        """The pieces of a line as they stand from left to right."""
        key = text, bold
        if key not in self._set:
            self._set[key] = tuple(piece for run in runs(normalize("NFC", text)) for piece in self._run(*run, bold))
        return self._set[key]

    def width(self, text: str, size: float, bold: bool = False) -> float:
        return sum(piece.width for piece in self.pieces(text, bold)) * size

    def broken(self, text: str, room: float, size: float, bold: bool = False) -> list[str]:
        """The text in lines no wider than the room; a word that is too long is broken at a hyphen or where it must."""
        lines = [""]
        for word in self._spelled(text).split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer, size, bold) <= room:
                lines[-1] = longer
            else:
                lines += self._halved(word, room, size, bold)
        return _closed([line for line in lines if line]) or [""]

    def lacking(self, text: str) -> set[str]:
        """The characters of a text that no font has."""
        whole = normalize("NFC", text)
        return {char for cluster in clusters(whole) for char in self._lost(cluster, False)}

    def _spelled(self, text: str) -> str:
        """The text with code points in the place of what no font has, so that they can be broken like any word."""
        parts = clusters(normalize("NFC", text))
        return "".join(part if part in (OPEN, CLOSE) else self._face(part, False)[1] for part in parts)

    def _halved(self, word: str, room: float, size: float, bold: bool) -> list[str]:
        parts = [""]
        for cluster in clusters(word):
            if parts[-1] and self.width(parts[-1] + cluster, size, bold) > room:
                whole = parts[-1].rfind("-") + 1 or len(parts[-1])
                parts[-1:] = [parts[-1][:whole], parts[-1][whole:]]
            parts[-1] += cluster
        return parts

    def _run(self, text: str, leftwards: bool, bold: bool) -> Iterator[TextPiece]:
        stretches: list[tuple[Typeface | None, str]] = []
        for cluster in clusters(text):
            face, letters = self._face(cluster, bold)
            if stretches and stretches[-1][0] is face:
                stretches[-1] = face, stretches[-1][1] + letters
            else:
                stretches.append((face, letters))
        for face, letters in reversed(stretches) if leftwards else stretches:
            yield _piece(face, letters, leftwards, bold)

    def _face(self, cluster: str, bold: bool) -> tuple[Typeface | None, str]:
        """Which font a cluster is set in, and as what. None is our own, as text."""
        if len(cluster) == 1 and ord(cluster) in _known(bold):
            return None, cluster
        face = self._other(cluster, bold)
        if face is not None:
            return face, cluster
        lost = self._lost(cluster, bold)
        return None, "".join(code_point(char) if char in lost else char for char in cluster)

    def _other(self, cluster: str, bold: bool) -> Typeface | None:
        """Our own font if it has the letter and its marks, else the first that has."""
        needed = "".join(char for char in cluster if char not in JOINERS and not _selects(char))
        own = typeface(BOLD if bold else PLAIN)
        if own is not None and own.has(needed):
            return own
        if cluster not in self._found:
            self._found[cluster] = self._search(needed)
        return self._found[cluster]

    def _lost(self, cluster: str, bold: bool) -> set[str]:
        if (len(cluster) == 1 and ord(cluster) in _known(bold)) or self._other(cluster, bold) is not None:
            return set()
        return {char for char in cluster if ord(char) not in _known(bold)} or set(cluster)

    def _candidates(self) -> list[Path]:
        if not self._paths:
            self._paths = list(dict.fromkeys(candidates(self.places)))
        return self._paths

    def _search(self, needed: str) -> Typeface | None:
        served = {face.path for face in self._found.values() if face is not None}
        # A font that served before is likely to serve again; to look through all of a machine's takes a while.
        for path in chain(sorted(served), self._candidates()):
            face = typeface(path)
            if face is not None and face.has(needed):
                return face
        return None


def clusters(text: str) -> Iterator[str]:
    """Letters with the marks that belong to them."""
    held = ""
    for char in text:
        joined = category(char).startswith("M") or char in JOINERS or held.endswith("\u200d")
        if held and (held in (OPEN, CLOSE) or not joined):
            yield held
            held = ""
        held += char
    if held:
        yield held


def _closed(lines: list[str]) -> list[str]:
    """Isolates that were broken over lines are closed at the end of one and opened at the start of the next."""
    done: list[str] = []
    within = False
    for line in lines:
        opened = OPEN + line if within else line
        within = opened.rfind(OPEN) > opened.rfind(CLOSE)
        done.append(opened + CLOSE if within else opened)
    return done


def _piece(face: Typeface | None, text: str, leftwards: bool, bold: bool) -> TextPiece:
    if face is None:
        return TextPiece(text, stringWidth(text, font_name(bold), 1))
    glyphs = tuple(face.shape(text, leftwards))
    return TextPiece(text, sum(glyph[3] for glyph in glyphs), face, glyphs)


def font_name(bold: bool) -> str:
    """The name of our own font in the PDF."""
    _known(bold)
    return "sheet-bold" if bold else "sheet"


@cache
def _known(bold: bool) -> frozenset[int]:
    """The characters that our own font has; it is registered with the PDF library on the way."""
    font = TTFont("sheet-bold" if bold else "sheet", str(BOLD if bold else PLAIN))
    registerFont(font)
    return frozenset(font.face.charToGlyph)


def _selects(char: str) -> bool:
    """Whether a character only selects a form of the one before it."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
