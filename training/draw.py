"""Drawing the training samples of both networks, in chunks that a seed reproduces."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from training.samples import draw, finder_sample, tile_samples


def draw_chunk(seed: int, scenes: int, into: Path) -> None:
    """Draw so many scenes and store the networks' samples of them as one .npz file."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    finder, tiles = [], []
    for _ in range(scenes):
        drawn = draw(rng)
        finder.append(finder_sample(drawn))
        tiles.extend(tile_samples(rng, drawn))
    np.savez(
        into,
        pictures=np.array([picture for picture, _ in finder]),
        planes=np.array([planes for _, planes in finder]),
        crops=np.array([tile.picture.transpose(2, 0, 1) for tile in tiles]),
        values=np.array([tile.values for tile in tiles], np.int64),
        shapes=np.array([tile.shape for tile in tiles]),
    )
