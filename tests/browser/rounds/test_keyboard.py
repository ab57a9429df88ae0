"""A whole round by keyboard: every stop of Tab shows where it is, and Enter and digits do the rest."""

from playwright.sync_api import Page, expect

from tests.browser.phone import assert_accessible
from tests.browser.table import expect_totals, sit_down
from tests.serving import ServerProcess

# What has the focus: its name, and whether a ring is round it, or round what stands for it, in sight of all.
STOP = """() => {
  const at = document.activeElement, shown = [at, at.closest('.hand, label')].filter(Boolean);
  const words = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.innerText;
  const isRinged = (each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 1;
  };
  const isInSight = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return {
    name: words.trim().replace(/\\s+/g, ' '),
    seen: at === document.body || shown.some(isRinged) && shown.some(isInSight),
  };
}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control of this name has the focus; behind the last the page begins anew."""
    passed = list[str]()
    while name not in passed:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        passed.append(stop["name"])
        assert stop["seen"], f"{stop['name']} has the focus, and nobody sees it"
        assert len(passed) < 40, f"{name} is not reached: {passed}"


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def fill(page: Page, name: str, pips: int) -> None:
    tab_to(page, f"{name}’s pips")
    page.keyboard.type(str(pips))


def test_a_round_of_straight_by_keyboard(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "fives_250")
    press(phone, "10 for Ann")
    expect_totals(phone, 10, 0)
    press(phone, "Round over")
    assert_accessible(phone)
    press(phone, "Bob")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    fill(phone, "Ann", 18)
    assert_accessible(phone)
    phone.keyboard.press("Enter")
    expect_totals(phone, 10, 20)


def test_rounds_of_block_by_keyboard(phone: Page, pub: ServerProcess) -> None:
    sit_down(phone, pub, "block")
    press(phone, "Ann")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 1")
    press(phone, "Save")
    expect_totals(phone, 1, 0)
    press(phone, "Blocked")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Round 2")
    fill(phone, "Ann", 12)
    fill(phone, "Bob", 7)
    assert_accessible(phone)
    phone.keyboard.press("Enter")
    expect_totals(phone, 1, 1)
