"""How things look, as data: mat, table, cubes, ink, skin, lens and sensor, so that training can vary all of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from hardware.simulated.letters import fonts

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""

_PLASTICS: tuple[Colour, ...] = (
    (236, 240, 242), (200, 222, 232), (40, 40, 196), (168, 84, 30), (52, 128, 44), (40, 40, 44), (40, 196, 240),
    (72, 120, 232), (196, 190, 186), (150, 60, 110),
)  # fmt: skip
_WOODS: tuple[Colour, ...] = ((138, 186, 216), (120, 170, 206), (156, 204, 230), (92, 140, 184))
_PAPERS: tuple[Colour, ...] = ((238, 240, 240), (222, 234, 240), (226, 226, 222), (214, 226, 214), (226, 216, 210))
_TABLES: tuple[Colour, ...] = (
    (74, 112, 150), (52, 80, 112), (120, 160, 190), (168, 172, 176), (60, 60, 64), (86, 110, 70), (210, 214, 216),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CubeLook:
    """One set of cubes."""

    body: Colour = (206, 226, 234)
    ink: Colour = (36, 30, 34)
    font: str = "serif-bold"
    height: float = 0.6
    """Of a capital, against the face."""
    bevel: float = 0.14
    """How much of the face's half is rounded off."""
    grain: float = 0.15
    """0 is plastic, 1 is wood that is proud of it."""
    wear: float = 0.15
    gloss: float = 0.25
    engraved: float = 0.0


@dataclass(frozen=True, slots=True)
class TableLook:
    seed: int = 0
    upper: CubeLook = CubeLook()
    lower: CubeLook = CubeLook(ink=(40, 34, 150))
    lower_height: float = 1.2
    """How much larger small letters are printed than they would be beside capitals."""
    paper: Colour = (232, 238, 240)
    print_strength: float = 0.9
    tint: float = 0.1
    """How much of a region's colour fills it."""
    line: float = 1.0
    """Width of the regions' outlines, in millimetres."""
    labels: bool = True
    mat_gloss: float = 0.12
    creases: float = 0.25
    table: Colour = (74, 112, 150)
    table_kind: str = "wood"
    table_contrast: float = 0.5
    block: Colour = (58, 92, 150)
    ambient_shadow: float = 0.45
    vignette: float = 0.12
    focus: float = 0.6
    """Sigma of the blur in pixels of a picture 1280 wide."""
    exposure: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    contrast: float = 0.15
    """How far the camera's curve bends towards an S."""
    noise: float = 2.2
    sharpen: float = 0.2
    jpeg: int = 0
    """Quality of the JPEG that the picture went through; 0 if it did not."""
    glare: float = 0.0
    """How much of a band across the picture is washed out by a light that the mat mirrors."""


def random_look(rng: Random) -> TableLook:
    """A look from the whole range of tables, cubes and cameras that people bring."""
    same = rng.random() < 0.6
    upper = _cubes(rng)
    lower = _recoloured(rng, upper) if same else _cubes(rng)
    warm = rng.gauss(0, 0.07)
    return TableLook(
        seed=rng.randrange(1 << 30),
        upper=upper,
        lower=lower,
        lower_height=rng.uniform(1.0, 1.4),
        paper=_near(rng, rng.choice(_PAPERS), 8),
        print_strength=rng.uniform(0.6, 1.0),
        tint=rng.choice((0.0, 0.08, 0.16, 0.3)) * rng.uniform(0.5, 1.2),
        line=rng.uniform(0.5, 2.0),
        labels=rng.random() < 0.85,
        mat_gloss=rng.choice((0.02, 0.1, 0.25, 0.5)) * rng.uniform(0.5, 1.3),
        creases=rng.uniform(0, 0.8),
        table=_near(rng, rng.choice(_TABLES), 18),
        table_kind=rng.choice(("wood", "wood", "cloth", "plain")),
        table_contrast=rng.uniform(0.2, 1.0),
        block=_near(rng, rng.choice((*_WOODS, *_PLASTICS)), 20),
        ambient_shadow=rng.uniform(0.25, 0.6),
        vignette=rng.uniform(0, 0.35),
        focus=rng.choice((0.4, 0.6, 0.8, 1.0, 1.25)) * rng.uniform(0.8, 1.1),
        exposure=2 ** rng.uniform(-0.9, 0.35),
        cast=(1 - warm + rng.gauss(0, 0.02), 1.0, 1 + warm + rng.gauss(0, 0.02)),
        contrast=rng.uniform(0, 0.5),
        noise=rng.choice((1.0, 2.0, 3.5, 6.0)) * rng.uniform(0.7, 1.3),
        sharpen=rng.choice((0.0, 0.2, 0.6)),
        jpeg=rng.choice((0, 0, 95, 85, 70)),
    )


def _cubes(rng: Random) -> CubeLook:
    wooden = rng.random() < 0.45
    body = _near(rng, rng.choice(_WOODS if wooden else _PLASTICS), 10)
    return CubeLook(
        body=body,
        ink=_ink(rng, body),
        font=rng.choice(fonts()),
        height=rng.uniform(0.45, 0.68),
        bevel=rng.uniform(0.06, 0.28),
        grain=rng.uniform(0.4, 1.0) if wooden else rng.uniform(0, 0.15),
        wear=rng.uniform(0, 0.2) if rng.random() < 0.8 else rng.uniform(0.2, 0.45),
        gloss=rng.uniform(0, 0.25) if wooden else rng.uniform(0.1, 0.8),
        engraved=rng.choice((0.0, 0.0, 0.5, 1.0)),
    )


def _recoloured(rng: Random, cubes: CubeLook) -> CubeLook:
    """The other half of a set: made by the same people, in another ink and perhaps another colour."""
    body = cubes.body
    if rng.random() < 0.35:
        body = _near(rng, rng.choice(_WOODS if cubes.grain > 0.3 else _PLASTICS), 10)
    return CubeLook(
        body,
        _ink(rng, body),
        cubes.font,
        cubes.height,
        cubes.bevel,
        cubes.grain,
        cubes.wear,
        cubes.gloss,
        cubes.engraved,
    )


def _ink(rng: Random, body: Colour) -> Colour:
    dark: tuple[Colour, ...] = ((24, 22, 24), (36, 30, 130), (110, 50, 20), (40, 80, 20), (30, 30, 60))
    light: tuple[Colour, ...] = ((240, 240, 240), (230, 244, 250), (120, 220, 250))
    return _near(rng, rng.choice(dark if _luminance(body) > 110 else light), 12)


def _luminance(colour: Colour) -> float:
    return 0.11 * colour[0] + 0.59 * colour[1] + 0.3 * colour[2]


def _near(rng: Random, colour: Colour, spread: int) -> Colour:
    lighter = rng.gauss(0, spread)  # colours of a kind differ more in lightness than in hue
    b, g, r = (min(255, max(0, round(channel + lighter + rng.gauss(0, spread / 3)))) for channel in colour)
    return b, g, r
