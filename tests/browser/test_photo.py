"""A photo of a hand on a phone: shrunk and checked there, and entered only by a tap."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")

from tests.browser.evening import hand_of, open_round, preview, save
from tests.browser.phone import Complaints, assert_no_sideways_scroll, assert_targets_big_enough, come_in
from tests.browser.table import club_of, start
from tests.photos import photo_of, turned_by_exif, two_hands
from tests.serving import ServerProcess


@pytest.fixture(scope="module")
def camera_pub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that reads photos."""
    database = tmp_path_factory.mktemp("camera") / "scorekeeper.db"
    process = ServerProcess(database, under=("env", "SCOREKEEPER_CAMERA=1"))
    try:
        yield process.start()
    finally:
        process.kill()


@pytest.fixture
def phone(new_phone: Callable[..., Page], camera_pub: ServerProcess) -> Page:
    """A phone on the page where Ann and Bob's round ends, Ann out."""
    phone = new_phone()
    come_in(phone, camera_pub)
    start(phone, club_of(phone), "draw_100", "Ann", "Bob")
    open_round(phone, "Ann")
    return phone


def take(phone: Page, folder: Path, *tiles: tuple[int, int]) -> None:
    """Tap Photo and take one of these tiles."""
    photo = folder / f"{len(tiles)}.jpg"
    photo.write_bytes(photo_of(*tiles))
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo", exact=True).tap()
    chooser.value.set_files(photo)


def seen(phone: Page) -> Locator:
    return phone.locator(".photo .seen")


def test_what_a_photo_shows_is_entered_by_a_tap_and_not_before(phone: Page, tmp_path: Path) -> None:
    take(phone, tmp_path, (6, 4), (5, 5))
    expect(seen(phone)).to_have_count(2)
    for tile in phone.locator(".photo .unsure").all():
        tile.tap()
    use = phone.get_by_role("button", name="Use 20", exact=True)
    expect(use).to_be_enabled()
    assert_no_sideways_scroll(phone)
    assert_targets_big_enough(phone)
    ticked = phone.locator("input[name=tiles_1]:checked")
    expect(ticked).to_have_count(0)
    use.tap()
    expect(ticked).to_have_count(2)
    expect(preview(phone)).to_contain_text("20")
    save(phone)


def test_a_second_photo_adds_to_the_hand_and_tiles_can_be_added_and_removed(
    phone: Page, tmp_path: Path
) -> None:
    take(phone, tmp_path, (6, 4), (5, 5))
    expect(seen(phone)).to_have_count(2)
    photo = tmp_path / "more.jpg"
    photo.write_bytes(photo_of((3, 1), (2, 1), (5, 5)))
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Another photo of this hand").tap()
    chooser.value.set_files(photo)
    expect(seen(phone)).to_have_count(4)
    phone.get_by_role("button", name="Remove 3-1").tap()
    expect(seen(phone)).to_have_count(3)
    adding = phone.get_by_role("group", name="Add a tile, end by end")
    adding.get_by_role("button", name="0", exact=True).tap()
    adding.get_by_role("button", name="6", exact=True).tap()
    expect(seen(phone)).to_have_count(4)
    for tile in phone.locator(".photo .unsure").all():
        tile.tap()
    expect(phone.get_by_role("button", name="Use 29", exact=True)).to_be_enabled()


def test_a_photo_of_a_phone_held_upright_is_turned_before_it_is_sent(phone: Page, tmp_path: Path) -> None:
    photo = tmp_path / "upright.jpg"
    photo.write_bytes(turned_by_exif(photo_of((6, 4), (5, 5))))
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Photo", exact=True).tap()
    chooser.value.set_files(photo)
    expect(seen(phone)).to_have_count(2)
    assert phone.locator(".photo .shot").evaluate("shot => shot.height > shot.width")


def test_a_refused_photo_leaves_the_earlier_one_with_its_tiles(
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
        phone.get_by_role("button", name="Another photo of this hand").tap()
    chooser.value.set_files(other)
    expect(phone.get_by_text("perhaps two hands")).to_be_visible()
    expect(seen(phone)).to_have_count(2)
    assert shown.evaluate("shot => shot.toDataURL()") == before


def test_without_signal_it_says_so_and_the_picker_stays(
    phone: Page, tmp_path: Path, complaints: Complaints
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    take(phone, tmp_path, (6, 4))
    expect(phone.get_by_text("No signal, so the photo was not read.")).to_be_visible()
    phone.get_by_role("button", name="Cancel").tap()
    phone.context.set_offline(False)
    hand_of(phone, "Bob").tap()
    expect(phone.get_by_role("group", name="Bob’s pips")).to_be_visible()
