"""`make vision`: draw the samples, teach both networks, and write their weights into the package."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from numpy.typing import NDArray
from torch import nn

from scorekeeper import vision
from training.draw import draw_chunk
from training.export import export_finder, export_reader
from training.learn import finder_batch, finder_loss, learn, load, reader_batch, reader_loss
from training.networks import Finder, Reader
from training.resume import resume

WEIGHTS = Path(vision.__file__).parent / "weights"
SECOND = 1000  # the seed of the second lesson's first chunk; the first lesson's is 0


def main(words: Sequence[str] | None = None) -> None:
    """Both lessons, or the first or second alone."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("lesson", nargs="?", choices=["both", "first", "second"], default="both")
    ask.add_argument("--chunks", type=int, nargs=2, default=(70, 30), help="chunks of scenes by lesson")
    ask.add_argument("--scenes", type=int, default=100, help="scenes in a chunk")
    ask.add_argument("--steps", type=int, nargs=2, default=(1400, 350), help="steps of learning by lesson")
    ask.add_argument("--drawn", type=Path, default=Path("instance/drawn"), help="where samples are kept")
    ask.add_argument("--into", type=Path, default=WEIGHTS, help="where the weights go")
    entered = ask.parse_args(words)
    torch.set_num_threads(1)
    entered.drawn.mkdir(parents=True, exist_ok=True)
    entered.into.mkdir(parents=True, exist_ok=True)
    if entered.lesson != "second":
        chunks = _drawn(entered.drawn, range(entered.chunks[0]), entered.scenes)
        teach_finder(chunks, entered.steps[0], entered.into, rate=3e-3)
        teach_reader(chunks, entered.steps[0], entered.into, rate=2e-3)
    if entered.lesson != "first":  # the finder goes on with scenes of its own
        chunks = _drawn(entered.drawn, range(SECOND, SECOND + entered.chunks[1]), entered.scenes)
        teach_finder(chunks, entered.steps[1], entered.into, rate=1.5e-3, repeated=True)


def _drawn(folder: Path, seeds: range, scenes: int) -> list[Path]:
    """The chunks of samples, drawn where they are not there yet."""
    chunks = [folder / f"{seed:04}.npz" for seed in seeds]
    for seed, chunk in zip(seeds, chunks, strict=True):
        if not chunk.exists():
            draw_chunk(seed, scenes, chunk)
    return chunks


def teach_finder(chunks: list[Path], steps: int, into: Path, *, rate: float, repeated: bool = False) -> None:
    torch.manual_seed(1)
    arrays = load(chunks, ("pictures", "planes"))
    network = _network(Finder(), into / "finder.onnx", repeated=repeated)

    def step(chosen: NDArray[Any]) -> torch.Tensor:
        pictures, planes = finder_batch(arrays, chosen)
        return finder_loss(network(pictures.contiguous(memory_format=torch.channels_last)), planes)

    learn(network, len(arrays["pictures"]), step, steps, 32, rate, seed=1)
    export_finder(network, into / "finder.onnx")


def teach_reader(chunks: list[Path], steps: int, into: Path, *, rate: float) -> None:
    torch.manual_seed(2)
    arrays = load(chunks, ("crops", "values", "shapes"))
    network: nn.Module = Reader().to(memory_format=torch.channels_last)  # type: ignore[call-overload]

    def step(chosen: NDArray[Any]) -> torch.Tensor:
        crops, values, shapes = reader_batch(arrays, chosen)
        return reader_loss(network(crops.contiguous(memory_format=torch.channels_last)), values, shapes)

    learn(network, len(arrays["crops"]), step, steps, 64, rate, seed=2)
    export_reader(network, into / "reader.onnx")


def _network(network: nn.Module, path: Path, *, repeated: bool) -> nn.Module:
    if repeated:
        resume(network, path)
    return network.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


if __name__ == "__main__":
    main()
