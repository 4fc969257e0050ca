"""From a scene to a picture: the project's only renderer.

It keeps three layers and draws only what changed: the bare table in its light, what lies still on it, and what moves
over it. For live play one sample to a pixel; `fine=2` takes four, for training.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from hardware.mats import Mat
from hardware.simulated import block as blocks
from hardware.simulated import card as cards
from hardware.simulated import cubes, finish, hands
from hardware.simulated.ground import albedo
from hardware.simulated.lighting import lit, on_table
from hardware.simulated.optics import Array, project
from hardware.simulated.scene import Card, Cube, Hand, Scene, SceneBlock
from hardware.simulated.shadows import darken, filled, margin, outline, roughly, softness
from hardware.simulated.sprite import NOWHERE, Rect, Sprite, around

_Thing: TypeAlias = Cube | SceneBlock | Card


class Renderer:
    """Draws scenes one after another, each from the one before."""

    def __init__(self, fine: int = 1) -> None:
        self.fine = fine
        self._stage: _Stage | None = None
        self._shown = np.zeros((0, 0, 3), np.uint8)
        self._developing: tuple[object, ...] = ()

    def render(self, scene: Scene, number: int = 0, gain: float = 1.0) -> Array:
        """The frame with this number: blue, green, red. `gain` is the camera's exposure, beside that of the look."""
        picture = finish.noisy(finish.glaring(self._developed(scene, gain), scene.look), scene.look, number)
        return finish.compressed(picture, scene.look.jpeg)

    def _developed(self, scene: Scene, gain: float) -> Array:
        view = scene.view.enlarged(self.fine)
        key = (view, scene.light, scene.look, scene.mat)
        if self._stage is None or self._stage.key != key:
            self._stage = _Stage(replace(scene, view=view), key, 2 if self.fine == 1 else 1)
        changed = self._stage.update(scene)
        canvas = self._stage.canvas
        if self.fine > 1:
            if not changed.empty or self._developing != (key, gain):
                small = cv2.resize(canvas, (scene.view.width, scene.view.height), interpolation=cv2.INTER_AREA)
                self._shown = finish.developed(small, _whole(small), scene.look, gain)
        elif self._developing != (key, gain):
            self._shown = finish.developed(canvas, _whole(canvas), scene.look, gain)
        elif not changed.empty:
            part = changed.grown(finish.reach(scene.look, view.width)).clip(_whole(canvas))
            part.of(self._shown)[:] = finish.developed(canvas, part, scene.look, gain)
        self._developing = (key, gain)
        return self._shown


def _whole(picture: Array) -> Rect:
    return Rect(0, 0, picture.shape[1], picture.shape[0])


@dataclass(slots=True)
class _Drawn:
    """A thing that lies still: its picture, the shadows it throws, and how far both reach."""

    thing: _Thing
    sprite: Sprite
    shadows: list[Array]
    contact: Array
    reach: Rect
    far: float


class _Stage:
    """The layers of one view in one light."""

    def __init__(self, scene: Scene, key: tuple[object, ...], samples: int) -> None:
        self.key = key
        self.scene = scene
        self.plan: Mat = scene.plan
        self.edge = self.plan.cube
        bare = albedo(scene.view, scene.look, scene.mat, samples)
        self.bare = lit(bare, scene.light, scene.view, scene.look.vignette, scene.look.mat_gloss)
        self.settled = self.bare.copy()
        self.canvas = self.bare.copy()
        self.frame = _whole(self.canvas)
        self.lying: dict[_Thing, _Drawn] = {}
        self.moving: tuple[tuple[_Thing, ...], tuple[Hand, ...]] = ((), ())
        self.moving_reach = NOWHERE
        self.scale = scene.view.focal / scene.view.z
        _, self.shares = on_table(scene.light, self.plan.width / 2, self.plan.height / 2)
        self.soft = [softness(lamp, self.edge * 0.7, scene.view) for lamp in scene.light.lamps]
        self.contact_soft = 2.2 * self.scale

    def update(self, now: Scene) -> Rect:
        """Draw what has changed, and say where."""
        everything: list[_Thing] = [
            *now.cubes,
            *((now.block,) if now.block else ()),
            *((now.card,) if now.card else ()),
        ]
        lying = {thing for thing in everything if _is_lying(thing)}
        moving = tuple(thing for thing in everything if thing not in lying)
        changed = self._settle(lying)
        if (moving, now.hands) != self.moving or not changed.empty:
            changed = self._move(moving, now.hands, changed)
        return changed

    def _settle(self, lying: set[_Thing]) -> Rect:
        gone = [self.lying.pop(thing) for thing in list(self.lying) if thing not in lying]
        come = [self._drawn(thing) for thing in lying if thing not in self.lying]
        self.lying.update((drawn.thing, drawn) for drawn in come)
        changed = NOWHERE
        for drawn in (*gone, *come):
            changed = changed.join(drawn.reach)
        changed = changed.clip(self.frame)
        if changed.empty:
            return NOWHERE
        part = changed.of(self.settled)
        part[:] = changed.of(self.bare)
        touched = sorted((one for one in self.lying.values() if one.reach.meets(changed)), key=_farthest_first)
        masks = [
            (share, filled([one.shadows[number] for one in touched], changed, soft))
            for number, (share, soft) in enumerate(zip(self.shares, self.soft, strict=True))
        ]
        gloom = self.scene.look.ambient_shadow
        masks.append((gloom, filled([one.contact for one in touched], changed, self.contact_soft)))
        darken(part, masks)
        for one in touched:
            one.sprite.lay_over(self.settled, changed)
        return changed

    def _drawn(self, thing: _Thing) -> _Drawn:
        sprite, points = self._sprite(thing)
        view = self.scene.view
        shadows = [outline(points, lamp, view) for lamp in self.scene.light.lamps]
        foot = points[points[:, 2] < points[:, 2].min() + self.edge / 2]
        contact = cv2.convexHull(project(view, foot).astype(np.float32)).reshape(-1, 2)
        reach = sprite.rect.join(around(contact, margin(self.contact_soft)))
        for shadow, soft in zip(shadows, self.soft, strict=True):
            reach = reach.join(around(shadow, margin(soft)))
        far = -1.0 if isinstance(thing, Card) else float(np.hypot(thing.x - view.x, thing.y - view.y))
        return _Drawn(thing, sprite, shadows, np.asarray(contact), reach, far)

    def _sprite(self, thing: _Thing) -> tuple[Sprite, Array]:
        scene = self.scene
        if isinstance(thing, Cube):
            fine = 2 if thing.resting else 1  # nobody sees it sharply while it moves
            drawn = cubes.draw(thing, self.edge, scene.view, scene.light, scene.look, fine)
            return drawn, cubes.corners(thing, self.edge)
        if isinstance(thing, Card):
            return cards.draw(thing, scene.view, scene.light, scene.look), cards.corners(thing)
        return blocks.draw(thing, scene.view, scene.light, scene.look), blocks.corners(thing)

    def _move(self, things: tuple[_Thing, ...], hands_now: tuple[Hand, ...], changed: Rect) -> Rect:
        """Lay shadows and pictures of what is in the air over what lies still."""
        scene, before = self.scene, self.moving_reach
        sprites = [self._sprite(thing) for thing in sorted(things, key=lambda thing: thing.z)]
        shadows: list[tuple[float, Rect, Array]] = []
        for share, lamp in zip(self.shares, scene.light.lamps, strict=True):
            if sprites:
                soft = softness(lamp, float(np.mean([points[:, 2].mean() for _, points in sprites])), scene.view)
                polygons = [outline(points, lamp, scene.view) for _, points in sprites]
                rect = around(np.concatenate(polygons), margin(soft)).clip(self.frame)
                if not rect.empty:
                    shadows.append((share, rect, roughly(polygons, rect, soft)))
            for hand in hands_now:
                rect, mask = hands.shadow(hand, self.plan, scene.view, lamp, softness(lamp, hand.z + 25, scene.view))
                if not rect.empty:
                    shadows.append((share, rect, mask))
        drawn_hands = [hands.draw(hand, self.plan, scene.view, scene.light) for hand in hands_now]
        pictures = [sprite for sprite, _ in sprites] + [sprite for sprite in drawn_hands if sprite]
        reach = NOWHERE
        for rect in (*(rect for _, rect, _ in shadows), *(sprite.rect for sprite in pictures)):
            reach = reach.join(rect)
        reach = reach.clip(self.frame)
        for rect in (before, changed):  # put back what was there
            rect.of(self.canvas)[:] = rect.of(self.settled)
        if not reach.empty:
            reach.of(self.canvas)[:] = reach.of(self.settled)
        for share, rect, mask in shadows:
            darken(rect.of(self.canvas), [(share, mask)])
        for sprite in pictures:
            sprite.lay_over(self.canvas, self.frame)
        self.moving, self.moving_reach = (things, hands_now), reach
        return changed.join(before).join(reach)


def _is_lying(thing: _Thing) -> bool:
    if isinstance(thing, Cube):
        return thing.resting
    return isinstance(thing, Card) or thing.z == 0


def _farthest_first(drawn: _Drawn) -> float:
    """From above, a cube's top covers the side of the next one outwards; a card covers them all."""
    return -drawn.far
