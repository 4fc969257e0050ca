"""Make pictures: python -m bench.pictures.blender.render --help."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from bench.pictures.blender import faces, lights, materials, models, sensor
from bench.pictures.blender.board import Board, Cube, base_corners, random_board, region_of
from bench.pictures.blender.lens import FLIP, Lens, random_lens
from bench.pictures.blender.print import printed, random_print
from hardware.mats import Mat, mat_named

WIDTH, HEIGHT = 1280, 960
TEXT = tuple(name for name in faces.FONTS if "Mono" not in name)


def main() -> None:
    parser = argparse.ArgumentParser(description="Render boards of 28 cubes with Cycles; pictures that exist are kept.")
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=110, help="how many seeds")
    parser.add_argument("--out", type=Path, default=Path("bench/pictures/validation"), help="the folder to fill")
    parser.add_argument("--samples", type=int, default=4, help="rays to a pixel, before denoising")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quality", type=int, default=88, help="of the WebP files")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    record = asked.out / "truth.jsonl"
    done = {json.loads(line)["file"] for line in record.read_text().splitlines()} if record.exists() else set()
    for number, seed in enumerate(range(asked.start, asked.start + asked.count), 1):
        name = f"{seed:03d}.webp"
        if name in done and (asked.out / name).exists():
            continue
        began = time.monotonic()
        picture, truth = photographed(seed, asked.samples, asked.threads)
        cv2.imwrite(str(asked.out / name), picture, [cv2.IMWRITE_WEBP_QUALITY, asked.quality])
        with record.open("a") as lines:
            lines.write(json.dumps({"file": name, **truth}) + "\n")
        size = (asked.out / name).stat().st_size // 1000
        took = time.monotonic() - began
        print(f"{number}/{asked.count}  {name}  {size} kB  {took:.0f} s  {truth['look']['light']}", flush=True)


def photographed(seed: int, samples: int, threads: int) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """The picture of this seed's board (blue, green, red), and the truth about it."""
    rng = Random(f"validation {seed}")
    mat = mat_named("tournament")
    board = random_board(rng, mat)
    lens = random_lens(rng, mat, WIDTH, HEIGHT)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    look = _build(rng, mat, board, seed)
    _aim(lens)
    visible = [_visible(lens, cube, mat) for cube in board.cubes]
    light = lens.bent(_rendered(seed, samples, threads))
    paper = np.zeros((HEIGHT, WIDTH), np.uint8)
    outline = lens.pixels(np.array([(x, y, 0) for x, y in mat.area.corners]))
    cv2.fillConvexPoly(paper, np.round(outline).astype(np.int32), 1)
    taken = sensor.random_sensor(rng)
    picture = sensor.developed(light, paper > 0, taken, seed)
    return picture, _truth(mat, board, lens, visible, look)


def _build(rng: Random, mat: Mat, board: Board, seed: int) -> dict[str, Any]:
    """Put everything into Blender's empty scene; says what was chosen."""
    upper_font = faces.FONTS[seed * 7 % len(faces.FONTS)]
    lower_font = upper_font if rng.random() < 0.6 else faces.FONTS[(seed * 7 + 13) % len(faces.FONTS)]
    upper = materials.random_cubes(rng)
    lower = materials.other_half(rng, upper) if rng.random() < 0.6 else materials.random_cubes(rng)
    kinds = {}
    for letters, font, made_of in ((faces.UPPER, upper_font, upper), (faces.LOWER, lower_font, lower)):
        ink = faces.sheet(rng, faces.random_lettering(rng, font, letters), letters)
        kinds[letters] = made_of, materials.cube_material(rng, made_of, ink)
    for cube in board.cubes:
        made_of, material = kinds[faces.UPPER if cube.letter in faces.UPPER else faces.LOWER]
        models.add_cube(cube, mat.cube, made_of.bevel, material)
    models.add_mat(mat, materials.mat_material(rng, printed(random_print(rng, TEXT), mat)))
    table, material = materials.table_material(rng)
    models.add_table(material, rng.uniform(-8, 8) + rng.choice((0, 90)))
    if board.block is not None:
        models.add_block(board.block, materials.block_material(rng))
    skin, sleeve = materials.skin_material(rng), materials.sleeve_material(rng)
    for hand in board.hands:
        models.add_hand(hand, mat, skin, sleeve)
    return {
        "light": lights.add_lights(rng),
        "table": table,
        "fonts": {"upper": Path(upper_font).stem, "lower": Path(lower_font).stem},
    }


def _aim(lens: Lens) -> None:
    scene = bpy.context.scene
    wide, high = lens.width + 2 * lens.margin, lens.height + 2 * lens.margin
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = wide, high, 100
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit, camera.sensor_width = "HORIZONTAL", 36.0
    camera.lens = lens.focal * 36 / wide
    camera.shift_x, camera.shift_y = -lens.off[0] / wide, lens.off[1] / wide
    camera.clip_start = 0.01
    made = bpy.data.objects.new("camera", camera)
    scene.collection.objects.link(made)
    scene.camera = made
    turned = Matrix((FLIP @ lens.rotation.T @ FLIP).tolist()).to_4x4()
    made.matrix_world = Matrix.Translation(models.place(lens.x, lens.y, lens.z)) @ turned
    bpy.context.view_layer.update()


def _visible(lens: Lens, cube: Cube, mat: Mat) -> float:
    """How much of the cube's top the camera sees: nothing in between, and inside the picture."""
    corners = base_corners(cube, mat.cube * 0.94)
    steps = np.linspace(0, 1, 9)
    points = [
        (1 - v) * ((1 - u) * corners[0] + u * corners[1]) + v * ((1 - u) * corners[3] + u * corners[2])
        for v in steps
        for u in steps
    ]
    tops = np.array([(x, y, mat.cube + 0.1) for x, y in points])
    pixels = lens.pixels(tops)
    inside = ((pixels > -0.5) & (pixels < (lens.width - 0.5, lens.height - 0.5))).all(axis=1)
    graph = bpy.context.evaluated_depsgraph_get()
    eye = Vector(models.place(lens.x, lens.y, lens.z))
    seen = 0
    for top, shown in zip(tops, inside, strict=True):
        way = Vector(models.place(*top)) - eye
        seen += bool(shown) and not bpy.context.scene.ray_cast(graph, eye, way, distance=way.length)[0]
    return seen / len(tops)


def _rendered(seed: int, samples: int, threads: int) -> NDArray[np.float32]:
    """Linear light (blue, green, red), first row on top."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, seed
    cycles.use_adaptive_sampling = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 2, 1
    cycles.use_light_tree = False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.denoising_quality, cycles.denoising_input_passes = "FAST", "RGB_ALBEDO_NORMAL"
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = "OPEN_EXR", "RGB", "16"
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = f"{folder}/light.exr"
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(scene.render.filepath)
        wide, high = image.size
        light = np.empty(wide * high * 4, np.float32)
        image.pixels.foreach_get(light)
    return np.ascontiguousarray(light.reshape(high, wide, 4)[::-1, :, 2::-1])


def _truth(mat: Mat, board: Board, lens: Lens, visible: list[float], look: dict[str, Any]) -> dict[str, Any]:
    cubes = []
    for cube, seen in zip(board.cubes, visible, strict=True):
        corners = np.column_stack([base_corners(cube, mat.cube), np.full(4, mat.cube)])
        cubes.append(
            {
                "letter": cube.letter,
                "x": round(cube.x, 2),
                "y": round(cube.y, 2),
                "angle": round(cube.angle, 2) % 360,
                "region": region_of(mat, cube),
                "visible": round(seen, 3),
                "top": [[round(float(x), 2), round(float(y), 2)] for x, y in lens.pixels(corners)],
            }
        )
    return {
        "mat": mat.name,
        "camera": {
            "width": lens.width,
            "height": lens.height,
            "focal": round(lens.focal, 2),
            "centre": [round(float(part), 2) for part in lens.matrix[:2, 2]],
            "position": [round(part, 2) for part in (lens.x, lens.y, lens.z)],
            "rotation": [[round(float(part), 6) for part in row] for row in lens.rotation],
            "distortion": [round(part, 6) for part in lens.bend],
        },
        "block": board.block_on_pad,
        "hands": [{"side": hand.side} for hand in board.hands],
        "cubes": cubes,
        "goal": board.goal,
        "look": look,
    }


if __name__ == "__main__":
    main()
