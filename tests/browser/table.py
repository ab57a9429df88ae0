"""A table with several phones: shortcuts for tests of sharing."""

from urllib.parse import urlencode, urljoin

from playwright.sync_api import Page, expect

from tests.browser.phone import come_in, way_in
from tests.serving import ServerProcess
from tests.web.page import Page as Opened

# Fetches and sends the form without rendering a page, which is faster.
SIT_DOWN = """async ([address, typed]) => {
  const form = await (await fetch(address)).text();
  const shown = new DOMParser().parseFromString(form, 'text/html');
  const fields = new FormData(shown.querySelector('[name=seat_0]').form);
  for (const [name, value] of Object.entries(typed)) fields.set(name, value);
  return (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).url;
}"""


def club_of(page: Page) -> str:
    """The address of the page's club, with a trailing slash."""
    before, rest = page.url.split("/c/")
    return f"{before}/c/{rest.split('/')[0]}/"


def sit_down(page: Page, server: ServerProcess, game: str = "draw_100", *names: str, **fields: object) -> str:
    """Start a match in a new club of this phone; returns the match's address.

    On a server no page is rendered before that of the match, which is half of a short test's work.
    """
    if not hasattr(server, "database"):
        come_in(page, server)
        return start(page, club_of(page), game, *names, **fields)
    joined = page.request.get(way_in(server), max_redirects=0)  # this phone has its cookie now
    form = f"{urljoin(server.url, joined.headers['location'])}matches/new?game={game}"
    shown = Opened(form, 200, page.request.get(form).text()).form_with("seat_0")
    sent = page.request.post(
        form,
        headers={"Origin": server.url, "Content-Type": "application/x-www-form-urlencoded"},
        data=urlencode(shown.filled(**seated(*names, **fields))),
        max_redirects=0,
    )
    return see(page, urljoin(server.url, sent.headers["location"]))


def start(page: Page, club: str, game: str = "draw_100", *names: str, **fields: object) -> str:
    """Start a match in a club this phone may score for; returns the match's address.

    The phone is on a page of the server; ``fields`` change the form, such as ``sides="pairs"``.
    """
    return see(page, page.evaluate(SIT_DOWN, [f"{club}matches/new?game={game}", seated(*names, **fields)]))


def seated(*names: str, **fields: object) -> dict[str, str]:
    """What is typed into the form of a new match."""
    seats = {f"seat_{seat}": name for seat, name in enumerate(names or ("Ann", "Bob"))}
    return seats | {name: str(value) for name, value in fields.items()}


def see(page: Page, match: str) -> str:
    """Open the match that was started; its address."""
    assert "/new" not in match, "the form was refused"
    page.goto(match)
    return match.split("?")[0]


def link_of(page: Page, role: str) -> str:
    """The club's link for this role, as its manager's settings show it."""
    page.goto(f"{club_of(page)}settings")
    code = page.locator("section.card", has=page.get_by_role("heading", name=f"{role.title()} link"))
    return str(code.locator(".secret").text_content())


def from_menu(page: Page, entry: str) -> None:
    """Open the match's menu and take this entry of it."""
    page.locator("#menu summary").click()
    link = page.locator("#menu").get_by_role("link", name=entry)
    with page.expect_navigation():
        link.click()


def open_round(page: Page, match: str, out: int | str = 0) -> None:
    page.goto(f"{match}/rounds/new?out={out}")


def fill_hand(page: Page, seat: int, pips: int) -> None:
    page.locator(f"input[name=pips_{seat}]").fill(str(pips))


def save(page: Page) -> None:
    page.locator("#save").click()


def enter_round(page: Page, match: str, pips: int, out: int = 0, seat: int = 1) -> None:
    """Enter a round by who chipped out and the pips of the other hand; ends on the match page."""
    open_round(page, match, out)
    fill_hand(page, seat, pips)
    save(page)
    page.wait_for_url(lambda url: url.split("?")[0] == match)


def live(page: Page) -> None:
    """Wait until the page's scripts run and report no trouble: only then may a test cut the network."""
    expect(page.locator("#badge")).to_have_text("live")


def without_signal(phone: Page, *pips: int) -> None:
    """On the round's page: rounds that Ann wins, one after another, all waiting on the phone."""
    phone.context.set_offline(True)
    first = int(phone.locator("#round input[name=round]").input_value())
    for number, count in enumerate(pips, first):
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
        phone.locator("#who-fold").evaluate("fold => { fold.open = true; }")
        phone.locator("#who .choice", has_text="Ann").click()
        fill_hand(phone, 1, count)
        save(phone)
        expect(phone.locator("#badge")).to_contain_text(f"{number - first + 1} waiting")


def expect_counted(page: Page, *totals: int) -> None:
    """Wait until the board shows these totals with what waits on the phone, marked."""
    expect(page.locator(".board.counted .total")).to_have_text([str(total) for total in totals])


FORM_IS_HERE = """() => performance.getEntriesByType("resource").some(
  ({ name, responseEnd }) => name.endsWith("/rounds/new") && responseEnd)"""


def form_at_hand(page: Page) -> None:
    """Wait until the match's page has fetched the form for the end of a round."""
    page.wait_for_function(FORM_IS_HERE)
    page.wait_for_timeout(300)  # in which the page reads it
