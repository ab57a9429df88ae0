"""``scorekeeper count``: the pips of a hand, from a photo of it."""

import json
from pathlib import Path

import click

from scorekeeper import vision
from scorekeeper.rules.tiles.tile import SETS
from scorekeeper.vision.hands import Known, Reading
from scorekeeper.vision.messages import reading_to_json
from scorekeeper.vision.picture_error import NotAPicture

SET = click.Choice([str(highest) for highest in SETS])


@click.command()
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--set", "highest", type=SET, default="12", show_default=True, help="The set in play.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--draw",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the photo with what was seen, as PNG.",
)
def count(photo: Path, highest: str, as_json: bool, draw: Path | None) -> None:
    """Count the pips of the tiles in PHOTO.

    What it is sure of is nearly always right; check the rest. Nothing of the photo is kept.
    """
    if not vision.available():
        raise click.ClickException(vision.NEEDS)
    sent = photo.read_bytes()
    try:
        reading = vision.read_hand(sent, Known(highest=int(highest)))
    except NotAPicture as error:
        raise click.ClickException(str(error)) from error
    if draw is not None:
        from scorekeeper.vision.outlines import draw_reading

        draw.write_bytes(draw_reading(sent, reading))
    click.echo(json.dumps(reading_to_json(reading)) if as_json else in_words(reading))


def in_words(reading: Reading) -> str:
    """The tiles, an asterisk at those to look over, their sum, and the doubts."""
    tiles = " ".join("{}-{}{}".format(*tile.halves, "" if tile.sure else "*") for tile in reading.tiles)
    return "\n".join([f"{tiles or 'no tiles'}: {reading.pips} pips", *reading.doubts])
