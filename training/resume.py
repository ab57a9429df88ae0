"""Going on from weights that were written as ONNX, where every layer's normalisation is folded into it."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

LAYERS = ("Conv", "Gemm")


def resume(network: nn.Module, path: Path) -> None:
    """Give the network these weights; its normalisation, now part of them, is frozen."""
    graph = onnx.load(str(path)).graph
    arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    written: dict[str, list[torch.Tensor]] = {}  # a head that is used twice stands there twice
    for node in graph.node:
        if node.op_type in LAYERS:
            written.setdefault(node.input[1], [torch.tensor(arrays[name]) for name in node.input[1:]])
    layers = [layer for layer in network.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    pairs = [pair for pair in network.modules() if isinstance(pair, nn.Sequential) and _normed(pair)]
    norms = {id(pair[0]): pair[1] for pair in pairs}
    for layer, (weight, bias) in zip(layers, written.values(), strict=True):
        layer.weight.data.copy_(weight)
        norm = norms.get(id(layer))
        if norm is None:
            layer.bias.data.copy_(bias)
        else:
            _still(norm, bias)


def _normed(pair: nn.Sequential) -> bool:
    return len(pair) > 1 and isinstance(pair[1], nn.BatchNorm2d)


def _still(norm: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.data.fill_(1)
    norm.bias.data.copy_(bias)
    norm.momentum = 0.0
    norm.forward = lambda x, n=norm: nn.functional.batch_norm(  # type: ignore[method-assign, misc]
        x, n.running_mean, n.running_var, n.weight, n.bias, False, 0.0, n.eps
    )
