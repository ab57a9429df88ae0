"""The how-tos of docs/architecture.md, followed on a copy of the package."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the app, to be changed."""
    for folder in ("scorekeeper", "templates", "static"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def put(copy: Path, module: str, before: str, new: str) -> None:
    """Write these lines into a module, before the first line that begins so."""
    file = copy / "scorekeeper" / module
    text = file.read_text()
    assert text.count(f"\n{before}") >= 1, f"{module} has no line that begins with {before!r}"
    file.write_text(text.replace(f"\n{before}", f"\n{new}{before}", 1))


def run(copy: Path, code: str) -> str:
    """What this program prints when it runs on the copy."""
    started = subprocess.run(
        [sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, timeout=120
    )
    assert started.returncode == 0, started.stderr
    return started.stdout


def test_a_house_rule(copy: Path) -> None:
    put(copy, "rules/games/rule_card.py", "    last_tile_bonus", "    hats_off: bool = False\n")
    option = '    Option("hats_off", "Must hats be off?", "switch", YES_NO),\n'
    put(copy, "rules/games/options.py", '    Option("penalty"', option)
    put(copy, "rules/games/describe.py", '    "penalty"', '    "hats_off": {True: "hats are off"},\n')
    said = run(
        copy,
        "from scorekeeper.rules.games.describe import card_sentence\n"
        "from scorekeeper.rules.games.game import Game\n"
        "from scorekeeper.rules.games.rule_card import RuleCard\n"
        "from scorekeeper.rules.errors import CardError\n"
        "from scorekeeper.web.matches.forms import house_rules\n"
        "card = RuleCard.default('draw', hats_off=True)\n"
        "assert RuleCard.from_dict(card.to_dict()) == card\n"
        "print(card_sentence(card))\n"
        "print([option.label for option in house_rules(Game.DRAW)])\n"
        "try:\n    RuleCard.default('draw', hats_off=3)\n"
        "except CardError as error:\n    print(error)\n",
    )
    assert "House rules: hats are off." in said
    assert "'Must hats be off?'" in said
    assert "Must hats be off: choose yes or no" in said


def test_a_game_preset(copy: Path) -> None:
    preset = '    _preset("draw_50", "Short Draw", "draw", "to 50", target=50),\n'
    put(copy, "rules/games/presets.py", '    _preset("fives_250"', preset)
    said = run(
        copy,
        "from scorekeeper.rules.games.describe import card_sentence\n"
        "from scorekeeper.rules.games.presets import BY_KEY\n"
        "from scorekeeper.web.matches.forms import SetupForm\n"
        "print(card_sentence(BY_KEY['draw_50'].card))\n",
    )
    assert "Draw to 50" in said


def test_a_league_preset(copy: Path) -> None:
    preset = """    LeaguePreset(
        "ely",
        "Ely",
        "4 singles to 61: 2 points for a win, 1 for losing 2–2. Our guess.",
        _teams(4, (_boards("singles", 4, _pegs(61)),), PointsCard(win=2, draw=1)),
    ),
"""
    put(copy, "rules/leagues/presets.py", '    LeaguePreset(\n        "hdddcl"', preset)
    put(copy, "rules/leagues/presets.py", "PRINTED_POINTS = ", "")
    file = copy / "scorekeeper/rules/leagues/presets.py"
    file.write_text(file.read_text().replace('PRINTED_POINTS = ("leek"', 'PRINTED_POINTS = ("ely", "leek"'))
    said = run(
        copy,
        "from scorekeeper.rules.leagues.presets import BY_KEY\n"
        "from scorekeeper.rules.leagues.rules import LeagueRules\n"
        "from scorekeeper.cli.score_cases import answer\n"
        "rules = BY_KEY['ely'].rules\n"
        "assert LeagueRules.from_dict(rules.to_dict()) == rules\n"
        "print(answer({'kind': 'match', 'input': {'format': 'ely', 'games_won': [3, 1]}}))\n",
    )
    assert said.strip() == "{'points': [2, 0]}"
