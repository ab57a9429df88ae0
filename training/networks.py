"""The finder marks the middles of tiles; the reader counts the pips of one tile's halves."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from scorekeeper.vision.shapes import CROP
from training.faces import MOST_PIPS

FINDER_ANSWERS = 6  # heat, dx, dy, cos 2a, sin 2a, log length
READER_ANSWERS = 1 + 6 + 2 * (MOST_PIPS + 1)  # a tile at all, its shape, and its halves


def conv(inward: int, outward: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inward, outward, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outward), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """A picture in, a cell for every four pixels out. Its receptive field is some hundred pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32))
        self.deep = nn.Sequential(
            conv(32, 64, 2), conv(64, 64), conv(64, 64, dilation=2), conv(64, 64, dilation=4)
        )
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.joint = conv(96, 48)
        self.answer = nn.Conv2d(48, FINDER_ANSWERS, 1)
        with torch.no_grad():
            self.answer.bias.zero_()
            self.answer.bias[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        near = self.stem(picture / 128 - 1)
        return self.answer(self.joint(torch.cat([near, self.up(self.deep(near))], 1)))


class Reader(nn.Module):
    """A cut-out in, the logits and numbers of READER_ANSWERS out."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            conv(3, 24, 2),
            conv(24, 32),
            nn.MaxPool2d(2),
            conv(32, 64),
            conv(64, 64),
            nn.MaxPool2d(2),
            conv(64, 96),
            conv(96, 96),
        )
        self.halves = nn.Sequential(nn.Conv2d(96, 32, 1), nn.ReLU(inplace=True))
        self.pips = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(8 * 8 * 32, 96), nn.ReLU(), nn.Linear(96, MOST_PIPS + 1)
        )
        self.whole = nn.Sequential(nn.Conv2d(96, 24, 1), nn.ReLU(inplace=True))
        self.lie = nn.Sequential(
            nn.Flatten(), nn.Linear(CROP[0] // 8 * (CROP[1] // 8) * 24, 48), nn.ReLU(), nn.Linear(48, 7)
        )

    def forward(self, crop: Tensor) -> Tensor:
        seen = self.trunk(crop / 128 - 1)
        halves = self.halves(seen)
        left, right = self.pips(halves[:, :, 1:9, 1:9]), self.pips(halves[:, :, 1:9, 7:15])
        return torch.cat([self.lie(self.whole(seen)), left, right], 1)
