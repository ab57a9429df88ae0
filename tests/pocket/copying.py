"""A club on a server, and its copy in a phone's pocket."""

from playwright.sync_api import expect

from tests.browser.evening import go
from tests.browser.phone import open_club
from tests.pocket.phone import START, Phone
from tests.serving import ServerProcess


def copy_a_club(phone: Phone, server: ServerProcess) -> str:
    """Open The Crown on the server and copy it to this phone; the club's address."""
    open_club(phone.shell, server)
    home = phone.shell.url
    copy_here(phone)
    return home


def copy_by_link(phone: Phone, join: str) -> None:
    """Who joins by the link copies the club to this phone."""
    phone.shell.goto(join)
    copy_here(phone)


def copy_here(phone: Phone) -> None:
    """From the club's page to its copy on this phone."""
    go(phone.shell, "Club")
    phone.shell.get_by_role("link", name="An evening without this server").tap()
    phone.shell.get_by_role("link", name="Copy it to this browser").tap()
    phone.wait_for_the_app()
    file = phone.app.locator("#along input[type=file]")
    expect(file).to_have_value("C:\\fakepath\\take-along.jsonl")
    expect(file).to_be_hidden()  # there is nothing to choose
    phone.app.get_by_role("button", name="Copy to this phone").tap()
    expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Crown", timeout=START)
