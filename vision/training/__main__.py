"""`python -m vision.training finder|hands|faces`: train one network from nothing to its ONNX file."""

from __future__ import annotations

import argparse
import sys
import tempfile
from importlib import import_module
from pathlib import Path

NETWORKS = ("finder", "hands", "faces")


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    asked.add_argument("network", choices=NETWORKS)
    asked.add_argument("--out", type=Path, help="the ONNX file to write; else the one that is shipped")
    asked.add_argument("--work", type=Path, help="where pictures and checkpoints are kept between runs")
    asked.add_argument("--seed", type=int, default=5)
    asked.add_argument("--minutes", type=float, default=35.0, help="how long to train, beside making pictures")
    asked.add_argument("--pictures", type=int, default=2400, help="how many pictures to learn from")
    options = asked.parse_args()
    work = options.work or Path(tempfile.gettempdir()) / "wff-training"
    work.mkdir(parents=True, exist_ok=True)
    out = options.out or Path(__file__).parents[1] / "weights" / f"{options.network}.onnx"
    try:
        network = import_module(f"vision.training.{options.network}")
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing}: install the extra for training (pip install -e '.[train]')")
    network.train(out=out, work=work, seed=options.seed, minutes=options.minutes, pictures=options.pictures)


if __name__ == "__main__":
    main()
