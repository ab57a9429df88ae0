"""Writing the networks' weights in the form that the package contains."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import nn

from scorekeeper.vision.shapes import CROP

OPSET = 17


def export_finder(network: nn.Module, path: Path) -> None:
    """A picture of any size whose sides are multiples of eight."""
    sides = {2: "height", 3: "width"}
    _export(network, torch.zeros(1, 3, 128, 128), path, {"picture": sides, "cells": sides})


def export_reader(network: nn.Module, path: Path) -> None:
    """Any number of cut-outs."""
    _export(network, torch.zeros(2, 3, *CROP[::-1]), path, {"picture": {0: "count"}, "cells": {0: "count"}})


def _export(network: nn.Module, example: torch.Tensor, path: Path, axes: dict[str, dict[int, str]]) -> None:
    network.eval()
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # the exporter that needs no further packages warns that it is deprecated
        torch.onnx.export(
            network,
            (example,),
            str(path),
            dynamo=False,
            opset_version=OPSET,
            input_names=["picture"],
            output_names=["cells"],
            dynamic_axes=axes,
        )
