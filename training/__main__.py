"""`make vision`: draw the samples, train both networks, and write their weights into the package."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from numpy.typing import NDArray

from scorekeeper import vision
from training.draw import draw_chunk
from training.export import export_finder, export_reader
from training.learn import answers, finder_batch, finder_loss, learn, load, reader_batch, reader_loss
from training.networks import Finder, Reader

WEIGHTS = Path(vision.__file__).parent / "weights"


def main(words: Sequence[str] | None = None) -> None:
    """Draw what is not drawn yet, then train the finder, the reader, or both."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("network", nargs="?", choices=["both", "finder", "reader"], default="both")
    ask.add_argument(
        "--chunks", type=int, nargs=2, default=(100, 70), help="chunks of scenes: the finder's, the reader's"
    )
    ask.add_argument("--scenes", type=int, default=100, help="scenes in a chunk")
    ask.add_argument(
        "--steps", type=int, nargs=2, default=(4000, 4000), help="steps: the finder's, the reader's"
    )
    ask.add_argument("--drawn", type=Path, default=Path("instance/drawn"), help="where samples are kept")
    ask.add_argument("--into", type=Path, default=WEIGHTS, help="where the weights go")
    entered = ask.parse_args(words)
    torch.set_num_threads(1)
    entered.drawn.mkdir(parents=True, exist_ok=True)
    entered.into.mkdir(parents=True, exist_ok=True)
    chunks = _drawn(entered.drawn, range(max(entered.chunks)), entered.scenes)
    if entered.network != "reader":
        teach_finder(chunks[: entered.chunks[0]], entered.steps[0], entered.into)
    if entered.network != "finder":
        teach_reader(chunks[: entered.chunks[1]], entered.steps[1], entered.into)


def _drawn(folder: Path, seeds: range, scenes: int) -> list[Path]:
    """The chunks of samples, drawn if missing."""
    chunks = [folder / f"{seed:04}.npz" for seed in seeds]
    for seed, chunk in zip(seeds, chunks, strict=True):
        if not chunk.exists():
            draw_chunk(seed, scenes, chunk)
    return chunks


def teach_finder(chunks: list[Path], steps: int, into: Path) -> None:
    """Train a finder on these samples and write its weights."""
    torch.manual_seed(1)
    arrays = load(chunks, ("pictures", "planes"))
    network = Finder()

    def step(chosen: NDArray[Any]) -> torch.Tensor:
        pictures, planes = finder_batch(arrays, chosen)
        return finder_loss(answers(network, pictures), planes)

    learn(network, len(arrays["pictures"]), step, steps, 32, rate=3e-3, seed=1)
    export_finder(network, into / "finder.onnx")


def teach_reader(chunks: list[Path], steps: int, into: Path) -> None:
    """Train a reader on these samples and write its weights."""
    torch.manual_seed(2)
    arrays = load(chunks, ("crops", "values", "shapes"))
    network = Reader()

    def step(chosen: NDArray[Any]) -> torch.Tensor:
        crops, values, shapes = reader_batch(arrays, chosen)
        return reader_loss(answers(network, crops), values, shapes)

    learn(network, len(arrays["crops"]), step, steps, 64, rate=2e-3, seed=2)
    export_reader(network, into / "reader.onnx")


if __name__ == "__main__":
    main()
