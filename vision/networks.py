"""The small networks of vision: their weights, and a session that runs them on one thread."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def session(weights: bytes) -> Any:
    """A network on one thread: frames come one after another, and the table has other things to do."""
    import onnxruntime  # noqa: PLC0415  it takes a while, and only who has pictures needs it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def shipped(name: str) -> bytes:
    """The weights that come with the table: `faces`, `finder` or `hands`."""
    return files("vision").joinpath(f"weights/{name}.onnx").read_bytes()
