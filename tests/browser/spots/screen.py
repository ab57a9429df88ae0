"""What a phone's screen shows, read from outside: the one place that knows how the pages are built."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

# A script of the tests' own, in every page before the app's: it names controls as a screen reader would,
# and notes what lay under each touch when it began.
RECORDER = r"""(() => {
  const words = element => ((element?.matches('summary') ? element.innerText : element?.textContent) ?? '')
    .trim().replace(/\s+/g, ' ');
  const labelled = element => element?.getAttribute('aria-label')
    ?? words(document.getElementById(element?.getAttribute('aria-labelledby'))
             ?? element?.querySelector(':scope > legend'));
  const FRAME = '[role=group], fieldset, nav, form[aria-label], section[aria-label]';
  const CONTROL = 'a[href], button, summary, select, label, input:not([type=hidden])';
  function control(at) {
    const found = at?.closest?.(CONTROL);
    return found?.matches('label') ? found.control ?? found : found;
  }
  function identity(element) {
    const frame = element.closest(FRAME);
    return {
      name: element.getAttribute('aria-label') || words(element.labels?.[0]) || words(element)
        || element.labels?.[0]?.getAttribute('aria-label') || element.name || '',
      group: frame ? labelled(frame) : '',
      kind: element.matches('a[href]') ? 'link' : element.type ?? element.localName,
      value: element.value ?? '',
    };
  }
  function form() {
    const form = document.getElementById('round');
    if (!form) return null;
    const hands = {};
    for (const hand of form.querySelectorAll('.hand')) {
      const name = words(hand.querySelector('label bdi') ?? hand.querySelector('label'));
      hands[name] = {
        pips: hand.querySelector('input').value,
        tiles: [...form.querySelectorAll(`.pad[data-seat="${hand.dataset.seat}"] :checked`)]
          .map(one => one.value),
        active: hand.classList.contains('active'),
        out: hand.classList.contains('out'),
      };
    }
    const out = form.querySelector('[name=out]:checked');
    const last = form.querySelector('[name=last]:checked');
    form.spot = form.spot ?? crypto.randomUUID();
    return { id: `${form.spot} ${form.elements.round.value}`, out: out && words(out.closest('label')),
             last: last && last.value, hands, correcting: 'standing' in form.elements,
             mode: words(document.querySelector('#mode [aria-pressed=true]')) };
  }
  const turn = () => words(document.querySelector('.turn :checked')?.closest('label').querySelector('bdi'));
  // The open ends as they stand on their pad; a slot is shown by its label.
  function pad() {
    const slots = [...document.querySelectorAll('#ends-form .slot')].filter(one => one.checkVisibility());
    return slots.length ? slots.map(slot => ({ name: words(slot.querySelector('span')),
      value: slot.querySelector('select').value, active: slot.classList.contains('active') })) : null;
  }
  function seen(element) {
    const shown = element.matches('input') ? element.closest('label') ?? element : element;
    const box = shown.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const open = element.checkVisibility({ visibilityProperty: true }) && box.width > 0
      && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    const met = open && document.elementFromPoint(x, y);
    return met && control(met) === element && { ...identity(element), x, y,
      box: [box.left, box.top, box.width, box.height].map(Math.round),
      disabled: element.disabled || element.ariaDisabled === 'true' || Boolean(element.closest('[inert]')) };
  }
  window.lookAtTheScreen = () => ({
    path: location.pathname,
    controls: [...document.querySelectorAll(CONTROL)].filter(one => !one.matches('label') || !one.control)
      .map(seen).filter(Boolean),
    totals: [...document.querySelectorAll('.board .total')].map(words),
    said: [...document.querySelectorAll('[role=alert], .refused, #said, #outbox, .verdict, #badge')]
      .filter(one => one.id === 'said' || one.checkVisibility()).map(words).filter(Boolean),
    form: form(),
    pad: pad(),
    turn: turn(),
    ahead: Boolean(document.querySelector('.tiles-form')?.dataset.ahead),
  });
  const note = (list, one) => sessionStorage.setItem(
    list, JSON.stringify([...JSON.parse(sessionStorage.getItem(list) ?? '[]'), one]));
  const [arrival] = performance.getEntriesByType('navigation');
  const age = () => performance.now() - arrival.domContentLoadedEventStart;
  addEventListener('pointerdown', event => {
    const met = control(event.target);
    note('touches', { met: met && { ...identity(met), disabled: Boolean(met.disabled) }, form: form(),
                      pad: pad(), turn: turn(), path: location.pathname, at: Date.now(), age: age() });
  }, true);
  addEventListener('click', () => { // as the app times taps
    const touches = JSON.parse(sessionStorage.getItem('touches') ?? '[]'), last = touches.pop();
    if (last) sessionStorage.setItem('touches', JSON.stringify([...touches, { ...last, at: Date.now() }]));
  }, true);
})();"""


@dataclass(frozen=True)
class Control:
    """Something that can be tapped: its name, the group it stands in, and where its middle is."""

    name: str
    group: str
    kind: str
    value: str = ""
    x: float = 0
    y: float = 0
    box: tuple[int, ...] = ()
    disabled: bool = False

    @property
    def means(self) -> object:
        """What two controls have in common that mean the same to a thumb."""
        return self.points or (self.played_by and (self.value, self.group)) or (self.name, self.group)

    @property
    def points(self) -> tuple[int, str] | None:
        """Of a key for points: how many, and for whom."""
        key = re.fullmatch(r"(\d+) for (.+?)(, goes over)?", self.name)
        return (int(key[1]), key[2]) if key else None

    @property
    def ends_round(self) -> str | None:
        """Of one of the names under "Round 3 over": whose, or Blocked."""
        return self.name if re.match(r"Round \d+ over", self.group) else None

    @property
    def digit(self) -> int | None:
        return int(self.name) if re.search("pips$", self.group, re.I) and self.name.isdigit() else None

    @property
    def tile(self) -> tuple[int, int] | None:
        """Of a tile that may be laid: its ends, the higher first."""
        ends = re.match(r"(\d+) (\d+)\b", self.name) if "tile that was played" in self.group else None
        return (int(ends[1]), int(ends[2])) if ends else None

    @property
    def held_tile(self) -> str:
        """Of a tile that may be left in a hand: which."""
        return self.value if self.kind == "checkbox" and self.name.endswith((" pips", " pip")) else ""

    @property
    def slot(self) -> str:
        """Of the place of an open end: which."""
        known = re.match("Spinner|Left|Right|Up|Down", self.name)
        return known[0] if known and self.kind == "select-one" else ""

    @property
    def end(self) -> str:
        """Of a key for what lies at an end: the number, with a d for a double."""
        kinds = {"A single end": "", "A double": "d"}
        return self.name[-1] + kinds[self.group] if self.group in kinds else ""

    @property
    def played_by(self) -> bool:
        """Whether it saves the ends for a side."""
        return self.group == "Save: who played?"

    @property
    def last_tile(self) -> int | None:
        return int(self.name) if "last tile" in self.group and self.name.isdigit() else None

    @property
    def repeats(self) -> bool:
        """Whether a second tap in the same place means the same once more."""
        return self.points is not None or self.digit is not None or self.end != ""

    @property
    def rematches(self) -> bool:
        return self.name.startswith("Rematch")

    @property
    def saves(self) -> bool:
        return self.name.startswith("Save") and self.kind == "submit"


@dataclass(frozen=True)
class Screen:
    """Everything on the screen at one moment that can be tapped, and what it says."""

    path: str
    controls: list[Control]
    totals: list[str]
    said: list[str]
    form: dict[str, Any] | None
    pad: list[dict[str, Any]] | None
    turn: str
    ahead: bool  # what fits is not known, for a tile waits

    def named(self, *names: str) -> Control | None:
        return next((one for one in self.controls if one.name in names and not one.disabled), None)

    @property
    def keys(self) -> dict[tuple[int, str], Control]:
        return {one.points: one for one in self.controls if one.points}

    @property
    def tiles(self) -> list[Control]:
        """The tiles that may be laid."""
        return [one for one in self.controls if one.tile]

    @property
    def names(self) -> dict[str, Control]:
        return {one.name: one for one in self.controls if one.ends_round is not None}

    @property
    def digits(self) -> dict[int, Control]:
        return {one.digit: one for one in self.controls if one.digit is not None}

    def hand(self, player: str) -> Control | None:
        """The hand of this player in the round's form."""
        return next((one for one in self.controls if one.kind == "text" and player in one.name), None)

    @property
    def save(self) -> Control | None:
        return next((one for one in self.controls if one.saves and not one.disabled), None)

    @property
    def rematch(self) -> Control | None:
        return next((one for one in self.controls if one.rematches and not one.disabled), None)

    @property
    def waiting(self) -> list[str]:
        """How many entries wait, as the page says."""
        return re.findall(r"\d+ waiting", " ".join(self.said))

    @property
    def live(self) -> bool:
        """Nothing waits and the club answers."""
        return "live" in self.said


@dataclass(frozen=True)
class Touch:
    """One touch of the glass: what lay under it when it began, and the round's form as it stood."""

    met: Control | None
    form: dict[str, Any] | None
    pad: list[dict[str, Any]] | None
    turn: str
    path: str
    at: int
    age: float  # ms since the page was there


@dataclass
class Glass:
    """A phone's screen, which knows where it was touched."""

    page: Page

    @staticmethod
    def prepare(context: BrowserContext) -> None:
        context.add_init_script(RECORDER)

    def look(self) -> Screen:
        seen = self._evaluate("lookAtTheScreen()")
        reach = seen.pop("controls")
        return Screen(controls=[Control(**{**one, "box": tuple(one["box"])}) for one in reach], **seen)

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def touched(self) -> list[Touch]:
        """What lay under every touch so far."""
        noted = self._evaluate("JSON.parse(sessionStorage.getItem('touches') ?? '[]')")
        return [Touch(**{**one, "met": Control(**one["met"]) if one["met"] else None}) for one in noted]

    def _evaluate(self, script: str) -> Any:
        for _ in range(5):
            try:
                return self.page.evaluate(script)
            except PlaywrightError as error:  # a new page is being opened
                if "context was destroyed" not in str(error):
                    raise
        raise AssertionError("the page is never at rest")
