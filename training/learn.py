"""Training the two networks on drawn samples, with fixed seeds, and writing their weights as ONNX."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

Arrays = dict[str, NDArray[Any]]
FOCAL = 2.0


def load(chunks: list[Path], names: tuple[str, ...]) -> Arrays:
    """The samples of all chunks, one array for each name."""
    kept: dict[str, list[NDArray[Any]]] = {name: [] for name in names}
    for chunk in chunks:
        with np.load(chunk) as samples:
            for name in names:
                kept[name].append(samples[name])
    return {name: np.concatenate(parts) for name, parts in kept.items()}


def tinted(pictures: Tensor) -> Tensor:
    """The pictures in other light: a new colour, contrast and brightness for each, and some noise."""
    count = pictures.shape[0]
    gain = torch.empty(count, 1, 1, 1).uniform_(0.6, 1.3) * torch.empty(count, 3, 1, 1).uniform_(0.88, 1.14)
    grey = pictures.mean(1, keepdim=True)
    pale = torch.empty(count, 1, 1, 1).uniform_(-0.2, 1.0).clamp_min(0) * (torch.rand(count, 1, 1, 1) < 0.4)
    made = torch.lerp(pictures, grey.expand_as(pictures), pale) * gain
    made += torch.empty(count, 1, 1, 1).uniform_(-25, 25)
    inverted = torch.rand(count, 1, 1, 1) < 0.04
    made = torch.where(inverted, 255 - made, made)
    made += torch.randn(made.shape) * torch.empty(count, 1, 1, 1).uniform_(0, 6)
    return made.clamp_(0, 255)


def answers(network: nn.Module, pictures: Tensor) -> Tensor:
    """The network's output for these pictures, computed in bfloat16, which takes half the time."""
    with torch.autocast("cpu", torch.bfloat16):
        made: Tensor = network(pictures.contiguous(memory_format=torch.channels_last))
    return made.float()


def finder_loss(answer: Tensor, planes: Tensor) -> Tensor:
    """Focal loss on the middles, plus the errors of place, turn and length there."""
    heat, weight = planes[:, 0], planes[:, 1]
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    middle = (heat > 0.999).float()
    hit = -torch.log(chance) * (1 - chance) ** FOCAL * middle
    miss = -torch.log(1 - chance) * chance**FOCAL * (1 - heat) ** 4 * (1 - middle) * (weight > 0)
    near = (weight > 1.5).float()
    off = (answer[:, 1:] - planes[:, 2:]).abs().sum(1) * near
    return (hit + miss).sum() / (middle.sum() + 1) + 0.5 * off.sum() / (near.sum() + 1)


def reader_loss(answer: Tensor, values: Tensor, shapes: Tensor) -> Tensor:
    """Loss of tile or not and, for tiles, of their shape and both halves."""
    real = values[:, 0] >= 0
    lie = functional.binary_cross_entropy_with_logits(answer[:, 0], real.float())
    shape = (answer[real, 1:7] - shapes[real]).abs().mean()
    halves = sum(
        functional.cross_entropy(answer[real, start : start + 13], values[real, side], label_smoothing=0.02)
        for side, start in enumerate((7, 20))
    )
    return lie + 2 * shape + halves


def finder_batch(arrays: Arrays, chosen: NDArray[Any]) -> tuple[Tensor, Tensor]:
    """Pictures and planes, turned by quarters and mirrored alike."""
    pictures = torch.from_numpy(arrays["pictures"][chosen]).float()
    planes = torch.from_numpy(arrays["planes"][chosen]).float()
    if torch.rand(1) < 0.5:  # mirrored left to right: dx and the turn change their signs
        pictures, planes = pictures.flip(3), planes.flip(3)
        planes[:, 2], planes[:, 5] = -planes[:, 2], -planes[:, 5]
    if torch.rand(1) < 0.5:  # over the diagonal: dx and dy change places, a becomes 90 degrees less a
        pictures, planes = pictures.transpose(2, 3), planes.transpose(2, 3)
        planes = planes[:, [0, 1, 3, 2, 4, 5, 6]].clone()
        planes[:, 4] = -planes[:, 4]
    return tinted(pictures.contiguous()), planes.contiguous()


def reader_batch(arrays: Arrays, chosen: NDArray[Any]) -> tuple[Tensor, Tensor, Tensor]:
    """Cut-outs with their labels, half the batches turned by 180 degrees, half mirrored."""
    crops = torch.from_numpy(arrays["crops"][chosen]).float()
    values, shapes = torch.from_numpy(arrays["values"][chosen]), torch.from_numpy(arrays["shapes"][chosen])
    if torch.rand(1) < 0.5:
        crops, values, shapes = (
            crops.flip((2, 3)),
            values.flip(1),
            shapes * torch.tensor([-1.0, -1, 1, 1, 1, 1]),
        )
    if torch.rand(1) < 0.5:  # mirrored top to bottom
        crops, shapes = crops.flip(2), shapes * torch.tensor([1.0, -1, 1, -1, -1, 1])
    return tinted(crops.contiguous()), values, shapes


def _order(count: int, batch: int, seed: int) -> Iterator[NDArray[Any]]:
    rng, batch = np.random.default_rng(seed), min(batch, count)
    while True:
        order = rng.permutation(count)
        for start in range(0, count - batch + 1, batch):
            yield np.sort(order[start : start + batch])


def learn(
    network: nn.Module,
    count: int,
    step: Callable[[NDArray[Any]], Tensor],
    steps: int,
    batch: int,
    rate: float,
    seed: int,
) -> None:
    """So many steps of AdamW, the rate rising for a twentieth of them and then falling to zero."""
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.05)
    network.train()
    began, mean = time.monotonic(), 0.0
    for number, chosen in zip(range(steps), _order(count, batch, seed), strict=False):
        loss = step(chosen)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        mean = loss.item() if number == 0 else 0.98 * mean + 0.02 * loss.item()
        if number % 50 == 49:
            print(
                f"step {number + 1} of {steps}: loss {mean:.3f}, {time.monotonic() - began:.0f} s", flush=True
            )
