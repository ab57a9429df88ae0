"""A thumb that taps spots: it looks, aims, taps where it aimed, sometimes twice, and keeps its own count."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.browser.spots import ends, tiles
from tests.browser.spots.expected import End, Expected, Game, Play
from tests.browser.spots.screen import Control, Glass, Screen, Touch
from tests.browser.spots.stored import MATCH, difference, recorded, stored
from tests.serving import PATIENCE, ServerProcess

REACTION = 120  # ms between a look and the tap that follows it
TWICE = (60, 120, 250, 400, 600, 800)  # ms between the taps of a double tap
DOUBLE = 900  # ms from which two taps are no double tap
STEADY = 1000  # ms after which another tap on Undo is meant
NEAR = 40  # px between two spots that are one spot for a thumb
SCROLL = """scrollY + innerHeight > document.documentElement.scrollHeight - 2
  ? scrollTo(0, 0) : scrollBy(0, 200)"""


@dataclass
class Thumb:
    """One scorer at one match after another; ``acts`` in the count are the taps that ought to count.

    What is wrong is written into ``faults``, each with the number of the tap.
    """

    page: Page
    server: ServerProcess
    game: Game
    sides: dict[str, tuple[str, ...]]
    chance: random.Random
    twice: float = 0.15  # how often a tap is doubled
    reloads: float = 0.02
    undoes: float = 0.06
    away: Callable[[bool], None] | None = None  # takes the signal away, and gives it back
    delay: float = 0.0  # seconds that the way takes, there and back
    by: str = "Points"  # how plays are entered
    hands: str = "Pips"  # how hands are
    taps: int = 0
    faults: list[str] = field(default_factory=list)
    matches: int = 0

    def __post_init__(self) -> None:
        self.glass = Glass(self.page)
        self.expected = Expected(self.game, self.sides)
        self.plan: dict[str, int] = {}
        self.left: dict[str, list[tiles.Tile]] = {}  # what is in the hands, where they are entered by tiles
        self.last: tuple[float, float, float] = (0, 0, 0)
        self.tapped: object = None  # what the last tap was aimed at
        self.places: dict[tuple[int, str], tuple[int, ...]] = {}
        self.offline = 0  # taps until the signal is back
        self.opened: str | None = None  # what the form's name said that was tapped
        self.saved = ""  # the form that was saved last
        self.tile: tuple[str, ends.Table] | None = None  # the tile that is being laid, and the table with it
        self.put: tuple[str, str] | None = None  # the place of an end, and what was put there last
        self.held: tuple[str, str, bool] | None = None  # a hand's tile that was tapped, and whether it is in
        self.trail: list[str] = []

    @property
    def players(self) -> list[str]:
        """As they sit: in the order of their names."""
        return sorted(player for players in self.sides.values() for player in players)

    def play(self, taps: int) -> None:
        """Make so many taps, then see that what is stored and shown is what was tapped."""
        stuck, so_far = 0, None
        while self.taps < taps:
            self.step()
            now = self.taps, self.glass.look().waiting  # one by one: on a slow way the last waits long
            stuck, so_far = stuck + 1 if now == so_far else 0, now
            if stuck > 60:
                screen = self.glass.look()
                self.fault(
                    f"nothing to tap: {screen.said}, {[one.name for one in screen.controls]}, {screen.form}"
                )
                break
        self.signal(True)
        self.settle()

    # --- one tap

    def step(self) -> None:
        screen = self.glass.look()
        self.same_places(screen)
        if self.away and not self.offline and self.chance.random() < 0.03:
            self.offline = self.chance.randint(3, 9)
            self.signal(False)
        if self.chance.random() < self.reloads and not self.offline and not screen.form:
            self.put = None  # what was not saved is gone with the page
            self.page.reload()
            self.page.wait_for_timeout(500)  # in which the page reads from the storage what waits
            return
        aimed = self.choose(screen)
        if aimed is None:
            if screen.form and self.hands == "Tiles" and screen.form["id"] != self.saved:
                self.page.evaluate(SCROLL)
            self.page.wait_for_timeout(200)
            return
        self.tap(aimed)
        if self.offline:
            self.offline -= 1
            if not self.offline:
                self.signal(True)
        self.page.wait_for_timeout(self.chance.choice((150, 300, 500, 900)))

    def choose(self, screen: Screen) -> Control | None:
        """What this thumb would tap next on this screen."""
        if screen.form:
            return self.in_form(screen)
        if rematch := screen.rematch:
            return self.after_win(screen, rematch)
        if another := screen.named(
            "Another tile"
        ):  # the one before asks at which end, by an answer that came
            return another
        if screen.names and not screen.keys and self.round_to_end():
            # A page that is still coming in may have the link without its word.
            return screen.names.get(self.opened) or screen.names.get("Blocked")
        if self.by == "Ends" and (screen.keys or screen.pad):
            if self.tile or self.chance.random() < 0.85:
                return self.by_ends(screen) if screen.pad else screen.named("Ends")
        elif self.by == "Tiles" and (screen.keys or screen.tiles or screen.named("Finish the round")):
            if self.chance.random() < 0.85:
                return self.by_tiles(screen) if not screen.keys else screen.named("Tiles")
        elif screen.keys and self.chance.random() < 0.85:
            return self.chance.choice([*screen.keys.values()])
        if self.expected.acts and self.chance.random() < self.undoes and screen.live and self.rested():
            return screen.named("Undo")
        if self.by == "Tiles":
            return None  # such a round ends by itself
        if over := screen.named("Round over"):
            return over
        self.round_to_end()
        return screen.names.get(self.opened) if screen.names else None

    def by_ends(self, screen: Screen) -> Control | None:
        """Show what lies on the table after another tile, then say who laid it."""
        standing = {slot["name"]: slot["value"] for slot in screen.pad or []}
        if self.put and standing.get(self.put[0]) != self.put[1]:
            self.fault(f"{self.put[1]} was put to {self.put[0]}, the pad shows {standing}")
        self.put = None
        if self.tile is None:
            self.tile = ends.next_tile(self.expected.plays, self.game, self.chance)
        if self.tile is None:
            return screen.named("Round over")
        aimed = ends.show(screen, self.tile[1])
        if aimed == "":
            savers = [one for one in screen.controls if one.played_by and not one.disabled]
            return self.chance.choice(savers) if savers else ends.repeat_an_end(screen)
        return aimed

    def by_tiles(self, screen: Screen) -> Control | None:
        """Lay a tile that fits in one place, for whoever has the turn."""
        plays = self.expected.plays
        is_out = bool(plays) and [play.player for play in plays].count(plays[-1].player) == tiles.DEALT
        if finish := screen.named("Finish the round"):
            if not plays:
                return None  # of the round that was saved, until its answer is there
            if not is_out and tiles.fitting(plays, self.game):
                if self.rested():
                    self.fault("the screen says that the round is over")
                return None  # until the answer to Undo is there
            self.opened = plays[-1].player
            self.plan_hands(tiles.DEALT - len(plays) // len(self.players))
            return finish
        if is_out:
            self.offline = 0
            self.signal(True)
            return None  # who is out, as soon as the club has said so
        turn = tiles.turn(self.players, plays, screen.turn)
        if turn and screen.turn != turn:
            self.fault(f"it is {turn}'s turn, the screen says {screen.turn}")
        if not screen.turn:
            return self.chance.choice([one for one in screen.controls if one.name in self.players])
        fits = tiles.fitting(plays, self.game)
        if not screen.ahead and (wrong := tiles.wrongly_offered(screen, fits)):
            self.fault(f"{wrong} are offered wrongly on {tiles.Table.after(plays, self.game)}")
        choices = tiles.some_to_lay(screen, fits)
        return self.chance.choice(choices) if choices else screen.named("Undo")

    def plan_hands(self, most: int = 3) -> None:
        """Decide what those hold who are not out."""
        others = [each for each in self.players if each != self.opened]
        self.plan = {each: self.chance.randint(5, 25) for each in others}
        if self.hands == "Tiles":
            laid = {play.tile for play in self.expected.plays}
            self.left = tiles.some_hands(others, laid, self.chance, most)
            self.plan = {each: sum(map(sum, left)) for each, left in self.left.items()}

    def round_to_end(self) -> bool:
        """Decide who goes out this round, and what the others hold."""
        if self.opened is None:
            self.opened = self.chance.choice([*self.players, *self.players, "Blocked"])
            while True:
                self.plan_hands()
                held = dict.fromkeys(self.sides, 0)
                for player, pips in self.plan.items():
                    held[self.expected.side_of(player)] += pips
                if len({*held.values()}) == len(held) or self.opened != "Blocked":
                    break
        return True

    def in_form(self, screen: Screen) -> Control | None:
        assert screen.form
        if screen.form["id"] == self.saved:
            return None  # it goes with the answer
        if screen.form["out"] is None:  # a page of its own, which without signal asks for the next round
            return screen.named("Back to the match")
        if screen.form["out"] != self.opened:
            self.fault(f"{self.opened} was tapped, the form says {screen.form['out']}")
            self.opened = screen.form["out"]
            self.plan_hands()
        if self.game.last_tile and self.opened != "Blocked" and screen.form["last"] in (None, "0"):
            choices = [one for one in screen.controls if one.last_tile is not None]
            wanted = [one for one in choices if one.last_tile] if screen.form["last"] == "0" else choices
            if screen.form["last"] is None or self.chance.random() < 0.5:
                return self.chance.choice(wanted) if wanted else None
        if not self.asks_hands:
            return screen.save
        hands = screen.form["hands"]
        if self.held and (self.held[1] in hands[self.held[0]]["tiles"]) != self.held[2]:
            self.fault(f"{self.held}, the hand says {hands[self.held[0]]['tiles']}")
        self.held = None
        for player, held in hands.items():
            if held["active"] and player in self.plan:
                return self.for_hand(screen, player, held)
        return screen.save

    @property
    def asks_hands(self) -> bool:
        return self.game.hands_count and not (self.game.a_game_each and self.opened != "Blocked")

    def is_complete(self, form: dict[str, Any]) -> bool:
        """Whether Save saves this form."""
        hands = not self.asks_hands or all(self.is_filled(one, form["hands"][one]) for one in self.plan)
        return hands and (not self.game.last_tile or form["out"] == "Blocked" or bool(form["last"]))

    def is_filled(self, player: str, held: dict[str, Any]) -> bool:
        if self.hands == "Tiles":
            return set(held["tiles"]) == {*map(tiles.named, self.left[player])}
        return held["pips"] == str(self.plan[player])

    def for_hand(self, screen: Screen, player: str, held: dict[str, Any]) -> Control | None:
        shown, wanted = held["pips"], str(self.plan[player])
        if self.is_filled(player, held):
            hands = (screen.form or {})["hands"]
            missing = [one for one in self.plan if not self.is_filled(one, hands[one])]
            if not missing:
                return screen.save
            if self.hands == "Tiles":
                return screen.hand(missing[0])
            following = screen.named("Next") if self.chance.random() < 0.8 else None
            return following or screen.hand(missing[0])
        if self.hands == "Tiles":
            return tiles.for_hand(screen, held["tiles"], self.left[player])
        if shown and not wanted.startswith(shown):
            return screen.named("Delete")
        return screen.digits.get(int(wanted[len(shown)]))

    def after_win(self, screen: Screen, rematch: Control) -> Control | None:
        if self.chance.random() < 0.2 and self.rested() and (undo := screen.named("Undo")):
            return undo
        self.offline = 0
        self.signal(True)
        self.settle()
        return rematch

    def rested(self) -> bool:
        """Everything has had the time to arrive, and an Undo would be meant."""
        return not self.offline and time.monotonic() - self.last[2] > STEADY / 1000 + 2 * self.delay

    # --- what taps do

    def tap(self, aimed: Control) -> None:
        """Tap where this control was seen, by chance twice; nothing is awaited."""
        near = max(abs(self.last[0] - aimed.x), abs(self.last[1] - aimed.y)) < NEAR
        if near and not (aimed.repeats and aimed.means == self.tapped):
            self.page.wait_for_timeout(STEADY)
            screen = self.glass.look()
            if aimed.means not in [one.means for one in screen.controls]:
                return
        else:
            self.page.wait_for_timeout(REACTION)
        began = time.monotonic()
        self.touch(aimed, first=None)
        if self.chance.random() < self.twice:
            self.page.wait_for_timeout(self.chance.choice(TWICE))
            if time.monotonic() - began < DOUBLE / 1000:  # a busy machine's second tap would be no double tap
                self.touch(aimed, first=aimed)

    def touch(self, aimed: Control, first: Control | None) -> None:
        over = self.stored_id
        self.glass.tap(aimed.x, aimed.y)
        self.taps += 1
        self.last, self.tapped = (aimed.x, aimed.y, time.monotonic()), aimed.means
        *earlier, touch = self.glass.touched()
        # On a busy machine the second of two taps may be a tap of its own, not on a page that has just come.
        gap = touch.at - earlier[-1].at if first else 0
        late = min(gap, touch.age) >= DOUBLE
        met = touch.met
        same = met is not None and met.means == aimed.means
        second = f"second after {gap} ms " if first else ""
        self.trail.append(f"{self.taps} {second}{aimed.name}{'' if same else f' met {met and met.name}'}")
        asks_where = bool(met and aimed.tile and met.tile == aimed.tile)  # by an answer that came meanwhile
        won = self.expected.winner is not None and (
            met is None or met.disabled
        )  # the slip came, deaf at first
        if not same and first is None and not asks_where and not won:
            self.fault(f"aimed at {aimed.name!r}, met {met and met.name!r}")
        if same and (first is None or aimed.repeats or late):
            self.counts(aimed, touch, over)
        elif late and met and (met.ends_round or (met.saves and touch.form and self.is_complete(touch.form))):
            if met.ends_round:
                self.opened = met.name
                self.plan_hands()
            self.counts(met, touch, over)

    def counts(self, aimed: Control, touch: Touch, over: str) -> None:
        """This tap ought to count: note what it does."""
        form = touch.form
        if aimed.end and touch.pad:
            self.put = next(((one["name"], aimed.end) for one in touch.pad if one["active"]), None)
        else:
            self.put = None
        if self.expected.winner and aimed.name != "Undo" and not aimed.rematches:
            return
        if aimed.points:
            points, side = aimed.points
            self.expected.acts.append(Play(self.expected.round, side, points))
        elif aimed.played_by and not (touch.met and touch.met.disabled) and (shown := ends.shown(touch.pad)):
            side, points = [*self.sides][int(aimed.value)], self.game.points(shown)
            tile = self.tile[0] if self.tile else self.expected.plays[-1].tile
            self.expected.acts.append(Play(self.expected.round, side, points, shown, tile))
            self.tile = None
        elif aimed.tile and not (touch.met and touch.met.disabled):
            if not (after := tiles.fitting(self.expected.plays, self.game).get(aimed.tile)):
                self.fault(f"{aimed.name} has been laid, and can be tapped")
                return
            table = after[0]
            side, laid, made = self.expected.side_of(touch.turn), tiles.named(aimed.tile), str(table)
            points = self.game.points(made)
            self.expected.acts.append(
                Play(self.expected.round, side, points, "", laid, made, player=touch.turn)
            )
        elif aimed.held_tile and form:
            player = next(one for one, hand in form["hands"].items() if hand["active"])
            self.held = player, aimed.held_tile, aimed.held_tile not in form["hands"][player]["tiles"]
        elif aimed.name == "Undo" and self.expected.acts:
            self.expected.acts.pop()
            self.tile = None
        elif aimed.ends_round:
            self.saved = ""  # a form at hand is the same one again
        elif aimed.rematches:
            self.matches += 1
            self.expected = Expected(self.game, self.sides)
            self.places = {}
            self.page.wait_for_url(lambda url: over not in url, timeout=PATIENCE * 1000, wait_until="commit")
        elif aimed.saves and form and form["id"] != self.saved:
            self.saved = form["id"]
            filled = {name: hand for name, hand in form["hands"].items() if hand["pips"] or hand["tiles"]}
            hands = {name: tiles.pips(hand) for name, hand in filled.items()}
            out = None if form["out"] == "Blocked" else form["out"]
            hands.pop(out, None)
            last = int(form["last"] or 0) if out else 0
            self.expected.acts.append(End(self.expected.round, out, tuple(sorted(hands.items())), last))
            self.opened, self.plan, self.tile = None, {}, None

    # --- what must hold

    def same_places(self, screen: Screen) -> None:
        """A key lies where it lay before, as long as the match goes on."""
        moved = [
            (*points, lay[:2], key.box[:2])
            for points, key in screen.keys.items()
            if (lay := self.places.setdefault(points, key.box)) != key.box
        ]
        if moved:
            self.fault(f"{len(moved)} keys have moved, as {moved[0]}")
            self.places = {points: key.box for points, key in screen.keys.items()}

    def signal(self, there: bool) -> None:
        if self.away:
            self.away(not there)

    @property
    def stored_id(self) -> str:
        return MATCH.search(self.page.url)[2]

    def record(self) -> list[Play | End]:
        return recorded(stored(self.server, self.page.url))

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for this, but not for ever."""
        deadline = time.monotonic() + PATIENCE
        while not true() and time.monotonic() < deadline:
            self.page.wait_for_timeout(200)

    def settle(self) -> None:
        """Wait until all has arrived; then record, totals and winner are the count's, also on the screen."""
        record = self.record()
        while record != self.expected.acts:
            before = record
            self.until(lambda before=before: self.record() != before)
            record = self.record()
            if record == before:
                break  # nothing more arrives, however slow the way is
        if record != self.expected.acts:
            self.fault(f"{difference(record, self.expected.acts)}; the screen says {self.glass.look().said}")
            self.expected.acts = record
            return
        state = stored(self.server, self.page.url)
        totals = dict(zip(state.sides, state.score.totals, strict=True))
        if totals != self.expected.totals:
            self.fault(f"totals {totals}, not {self.expected.totals} after {self.expected.acts}")
        winner = None if state.score.winner is None else state.sides[state.score.winner]
        if winner != self.expected.winner:
            self.fault(f"won by {winner}, not {self.expected.winner}")
        shown = [str(total) for total in self.expected.totals.values()]
        self.until(lambda: self.glass.look().totals in ([], shown))
        self.until(lambda: not winner or any(winner in words for words in self.glass.look().said))
        screen = self.glass.look()
        if screen.totals not in ([], shown):
            self.fault(f"the board shows {screen.totals}, not {shown}; the screen says {screen.said}")
        if winner and not any(winner in words for words in screen.said):
            self.fault(f"{winner} has won, the screen says {screen.said}")

    def fault(self, words: str) -> None:
        self.faults.append(f"tap {self.taps}: {words}; taps before: {', '.join(self.trail[-30:])}")
