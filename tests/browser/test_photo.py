"""A photo of a hand on a phone: shrunk and checked there, and entered only by a tap."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

from tests.browser.evening import hand_of, open_round, preview, save
from tests.browser.phone import Complaints, assert_it_fits, box, broken_words
from tests.browser.table import sit_down
from tests.photos import LENGTH, photo_of, turned_by_exif, two_hands
from tests.serving import ServerProcess


@pytest.fixture(scope="module")
def camera_pub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that reads photos, as one does where nothing is set."""
    database = tmp_path_factory.mktemp("camera") / "scorekeeper.db"
    process = ServerProcess(database, under=("env", "-u", "SCOREKEEPER_CAMERA"))
    try:
        yield process.start()
    finally:
        process.kill()


@pytest.fixture
def phone(phone: Page, camera_pub: ServerProcess) -> Page:
    """A phone on the page where Ann and Bob's round ends, Ann out."""
    sit_down(phone, camera_pub, "draw_100", "Ann", "Bob")
    open_round(phone, "Ann")
    return phone


def take(phone: Page, folder: Path, *tiles: tuple[int, int], button: str = "Photo") -> None:
    """Tap Photo and take one of these tiles."""
    photo = folder / f"{len(tiles)}.jpg"
    photo.write_bytes(photo_of(*tiles))
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name=button, exact=True).tap()
    chooser.value.set_files(photo)


def seen(phone: Page) -> Locator:
    """The tiles of the hand as it stands."""
    return phone.get_by_role("group", name="The tiles").get_by_role("button")


def tap_picture(phone: Page, at: tuple[float, float]) -> None:
    """Tap the photo here, in shares of its width and height."""
    phone.wait_for_timeout(1000)  # no double tap
    shot = phone.locator(".photo .shot")
    shot.scroll_into_view_if_needed()
    size = box(shot)
    shot.tap(position={"x": at[0] * size["width"], "y": at[1] * size["height"]})


def use(phone: Page, pips: int) -> Locator:
    return phone.get_by_role("button", name=f"Use {pips}", exact=True)


# Of a photo of two tiles: where the second lies, and where none does.
SECOND, TABLE = (LENGTH * 2.15 / (LENGTH * 3.8), 0.5), (0.5, 0.05)


def test_what_a_photo_shows_is_entered_by_a_tap_and_not_before(phone: Page, tmp_path: Path) -> None:
    take(phone, tmp_path, (6, 4), (5, 5))
    expect(seen(phone)).to_have_text(["6-4", "5-5"])
    expect(use(phone, 20)).to_be_enabled()
    assert_it_fits(phone)
    ticked = phone.locator("input[name=tiles_1]:checked")
    expect(ticked).to_have_count(0)
    use(phone, 20).tap()
    expect(ticked).to_have_count(2)
    expect(preview(phone)).to_contain_text("20")
    save(phone)


def test_a_doubtful_half_is_one_tap_away_from_the_right_number(phone: Page, tmp_path: Path) -> None:
    take(phone, tmp_path, (9, 4), (5, 5))  # there is no nine in a double-six
    expect(phone.get_by_role("button", name="1 to settle")).to_be_disabled()
    expect(phone.get_by_text("Is this half a")).to_be_visible()
    assert_it_fits(phone)
    phone.locator(".asking").get_by_role("button", name=re.compile("^6")).tap()
    expect(use(phone, 20)).to_be_enabled()


def test_a_tile_is_taken_away_and_one_that_was_missed_is_read_where_it_is_tapped(
    phone: Page, tmp_path: Path
) -> None:
    take(phone, tmp_path, (6, 4), (5, 3))
    expect(seen(phone)).to_have_count(2)
    tap_picture(phone, SECOND)
    expect(phone.get_by_text("Which number is this half?")).to_be_visible()
    phone.get_by_role("button", name="Not a tile").tap()
    expect(use(phone, 10)).to_be_enabled()
    tap_picture(phone, SECOND)
    expect(seen(phone)).to_have_count(2)
    expect(use(phone, 18)).to_be_enabled()


def test_a_photo_of_a_phone_held_upright_is_turned_before_it_is_sent(phone: Page, tmp_path: Path) -> None:
    photo = tmp_path / "upright.jpg"
    photo.write_bytes(turned_by_exif(photo_of((6, 4), (5, 5))))
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo", exact=True).tap()
    chooser.value.set_files(photo)
    expect(seen(phone)).to_have_count(2)
    assert phone.locator(".photo .shot").evaluate("shot => shot.height > shot.width")


def test_a_second_photo_adds_to_the_hand_or_is_refused_and_what_is_missing_is_asked_for(
    phone: Page, tmp_path: Path, complaints: Complaints
) -> None:
    complaints.expect("422")
    take(phone, tmp_path, (6, 4), (5, 5))
    expect(seen(phone)).to_have_count(2)
    shown = phone.locator(".photo .shot")
    before = shown.evaluate("shot => shot.toDataURL()")
    other = tmp_path / "two.jpg"
    other.write_bytes(two_hands())
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Another photo").tap()
    chooser.value.set_files(other)
    expect(phone.get_by_text("perhaps two hands")).to_be_visible()
    expect(seen(phone)).to_have_count(2)
    assert shown.evaluate("shot => shot.toDataURL()") == before, "the earlier one stays with its tiles"
    tap_picture(phone, TABLE)
    expect(phone.get_by_text("No tile could be read there")).to_be_visible()
    for number in ("0", "6"):
        phone.locator(".asking .ends-pad").get_by_role("button", name=number, exact=True).tap()
    expect(seen(phone)).to_have_text(["6-4", "5-5", "6-0"])
    expect(use(phone, 26)).to_be_enabled()
    take(phone, tmp_path, (3, 1), (2, 1), (5, 5), button="Another photo")
    expect(seen(phone)).to_have_count(5)
    expect(use(phone, 33)).to_be_enabled()
    phone.get_by_role("button", name="Add a tile").tap()
    for number in ("4", "6"):
        phone.locator(".asking .ends-pad").get_by_role("button", name=number, exact=True).tap()
    expect(phone.get_by_role("button", name="6-4 is there twice")).to_be_disabled()


def test_without_signal_it_says_so_and_the_picker_stays(
    phone: Page, tmp_path: Path, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    take(phone, tmp_path, (6, 4))
    expect(phone.get_by_text("No signal, so the photo was not read.")).to_be_visible()
    expect(phone.locator("#mode")).to_be_hidden()
    phone.get_by_role("button", name="Cancel").tap()
    expect(phone.locator("#mode")).to_be_visible()
    phone.context.set_offline(False)
    hand_of(phone, "Bob").tap()
    expect(phone.get_by_role("group", name="Bob’s pips")).to_be_visible()


def test_the_button_covers_nothing_of_the_form(phone: Page) -> None:
    """The line that says who is out stands right below the heading, and is tapped to change it."""
    for width in (390, 360, 320):
        phone.set_viewport_size({"width": width, "height": 700})
        expect(phone.get_by_role("button", name="Photo", exact=True)).to_be_visible()
        heading, switch = box(phone.locator("header")), box(phone.locator("#mode"))
        assert switch["y"] + switch["height"] <= heading["y"] + heading["height"], width
        assert broken_words(phone.locator(".top h1")) == [], width
        assert_it_fits(phone)
    phone.locator("#who-said").tap()
    expect(phone.get_by_role("radio", name="Blocked")).to_be_visible()


def test_a_refusal_stays_until_something_is_changed(phone: Page, complaints: Complaints) -> None:
    """The fields of a photo leave the form after it was looked at: that changes nothing of what was sent."""
    complaints.expect("status of 422")
    hand_of(phone, "Bob").fill("10")
    phone.evaluate("document.querySelector('#round .checks').open = true")
    phone.locator("input[name=ends]").fill("7 9")
    phone.locator("#save").click()
    refusal = phone.locator(".round .error:visible")
    expect(refusal).to_have_count(1)
    phone.evaluate("document.dispatchEvent(new Event('page:updated'))")
    expect(refusal).to_have_count(1)
    expect(preview(phone)).to_be_empty()
