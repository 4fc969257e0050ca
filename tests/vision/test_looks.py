"""Whole boards with everything real: the networks, and pictures of the physically based kind."""

from __future__ import annotations

from math import hypot

import numpy as np

from bench import boards
from hardware.mats import mat_named
from vision.lens.camera import unknown_lens
from vision.read import PictureReader


def test_a_face_that_was_found_beside_its_middle_is_read_where_it_really_is():
    """On this board the finder is off by a tenth of a cube; from there, a p looks like an o to many a look."""
    grey, truth = next(board for board in boards.pictures() if board[1]["file"] == "104.webp")
    x, y = next((cube["x"], cube["y"]) for cube in truth["cubes"] if hypot(cube["x"] - 46, cube["y"] - 106) < 2)
    noisy = np.clip(grey + np.random.default_rng(104).normal(0, 2.0, grey.shape), 0, 255).astype(np.uint8)
    seen = PictureReader(mat_named(truth["mat"]), unknown_lens(*grey.shape[::-1])).read(noisy).cubes
    assert [one.letter for one in seen if hypot(one.x - x, one.y - y) < 8] == ["p"]
