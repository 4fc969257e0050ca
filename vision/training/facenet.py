"""The network that reads faces: five small convolutions over a crop, and one look at all of it at once."""

from __future__ import annotations

import io
from typing import Any

import torch as installed

from vision.cubes.faces import CROP_PX
from vision.cubes.turns import NOT_A_CUBE

torch: Any = installed  # so that types are the same where it is not installed
nn: Any = torch.nn

FEATURES = 96
"""Numbers that the letters are told from; teaching works on them."""


def face_network() -> Any:
    """A fresh network: crops in, logits of all classes and features out."""

    class FaceNetwork(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(
                *_convolved(1, 16, 5, 2),
                *_convolved(16, 32, 3, 2),
                _Again(32),
                *_convolved(32, 64, 3, 2),
                _Again(64),
                # The whole face at once, each channel in its own way.
                nn.Conv2d(64, 128, CROP_PX // 8, groups=64, bias=False),
                nn.BatchNorm2d(128),
                nn.ReLU(),
                nn.Flatten(),
                nn.Linear(128, FEATURES),
                nn.ReLU(),
            )
            self.head = nn.Linear(FEATURES, NOT_A_CUBE + 1)

        def forward(self, crops: Any) -> Any:
            features = self.body(crops)
            return self.head(features), features

    return FaceNetwork()


def onnx_of(network: Any, temperature: float) -> bytes:
    """The network as a file for onnxruntime, its logits cooled to the temperature at which they are calibrated."""
    network.eval()
    head = network.head
    kept = head.weight.data.clone(), head.bias.data.clone()
    head.weight.data /= temperature
    head.bias.data /= temperature
    file = io.BytesIO()
    try:
        torch.onnx.export(
            network,
            (torch.zeros(2, 1, CROP_PX, CROP_PX),),
            file,
            input_names=["crops"],
            output_names=["logits", "features"],
            dynamic_axes={name: {0: "batch"} for name in ("crops", "logits", "features")},
            opset_version=17,
            dynamo=False,
        )
    finally:
        head.weight.data, head.bias.data = kept
    return file.getvalue()


class _Again(nn.Module):  # type: ignore[misc]
    """Another look at the same size, added to what is there."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.more = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU()
        )

    def forward(self, seen: Any) -> Any:
        return seen + self.more(seen)


def _convolved(before: int, after: int, size: int, stride: int) -> list[Any]:
    return [
        nn.Conv2d(before, after, size, stride, padding=size // 2, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    ]
