"""A course of training: as many steps as the time allows, a rate that falls, progress in words, stopped and resumed."""

from __future__ import annotations

import os
import time
from math import cos, pi
from pathlib import Path
from typing import Any

import torch

SAY_EVERY_S = 20.0
"""Seconds between lines of progress."""
KEEP_EVERY_S = 60.0
"""Seconds between checkpoints."""


class Course:
    """Steps of one network; ask `goes_on` before each."""

    def __init__(self, network: Any, kept: Path, minutes: float, rate: float) -> None:
        torch.set_num_threads(1)
        network.to(memory_format=torch.channels_last)  # half of the time on a CPU
        self._network, self._kept, self._whole, self._rate = network, kept, minutes * 60, rate
        self._optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-4)
        self._spent, self.steps, self._loss = 0.0, 0, 0.0
        if kept.exists():
            was = torch.load(kept)
            network.load_state_dict(was["network"])
            self._optimizer.load_state_dict(was["optimizer"])
            self._spent, self.steps, self._loss = was["spent"], was["steps"], was["loss"]
            print(f"goes on after {self._spent / 60:.1f} min", flush=True)
        self._at = self._said = self._saved = time.monotonic()

    def goes_on(self) -> bool:
        """Whether there is time for another step; when there is none, the checkpoint has served its purpose."""
        now = time.monotonic()
        self._spent += now - self._at
        self._at = now
        if now - self._saved > KEEP_EVERY_S:
            self._keep()
        if now - self._said > SAY_EVERY_S:
            self._said = now
            left = (self._whole - self._spent) / 60
            print(f"step {self.steps}: loss {self._loss:.4f}, {self._now():.1e} rate, {left:.1f} min left", flush=True)
        if self._spent >= self._whole:
            self._kept.unlink(missing_ok=True)
        return self._spent < self._whole

    def step(self, loss: Any) -> None:
        for group in self._optimizer.param_groups:
            group["lr"] = self._now()
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), 5.0)
        self._optimizer.step()
        self.steps += 1
        self._loss += (loss.item() - self._loss) * (1.0 if self.steps == 1 else 0.02)

    def _now(self) -> float:
        """A short rise, then half a wave down."""
        share = min(1.0, self._spent / self._whole)
        return self._rate * min(1.0, (self.steps + 1) / 200) * (0.01 + 0.99 * (0.5 + 0.5 * cos(pi * share)))

    def _keep(self) -> None:
        self._saved = time.monotonic()
        unfinished = self._kept.with_suffix(".part")
        torch.save(
            {
                "network": self._network.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "spent": self._spent,
                "steps": self.steps,
                "loss": self._loss,
            },
            unfinished,
        )
        os.replace(unfinished, self._kept)


def export(network: Any, out: Path, example: Any) -> None:
    """One ONNX file that takes a picture of any size whose sides divide as the example's do."""
    out.parent.mkdir(parents=True, exist_ok=True)
    network = network.to(memory_format=torch.contiguous_format)
    any_size = {2: "high", 3: "wide"}
    torch.onnx.export(
        network,
        (example,),
        str(out),
        input_names=["picture"],
        output_names=["cells"],
        dynamic_axes={"picture": any_size, "cells": {2: "rows", 3: "columns"}},
        opset_version=17,
        dynamo=False,
    )
    print(f"{out}: {out.stat().st_size / 1000:.0f} kB", flush=True)
