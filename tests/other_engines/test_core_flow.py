"""From an empty club to a saved round in a second engine, online and offline."""

from pathlib import Path

from selenium.common.exceptions import ElementNotInteractableException, StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as the
from selenium.webdriver.support.wait import WebDriverWait

from tests.serving import ServerProcess

SECONDS = 20


def wait_for(browser: WebKitGTK, selector: str, words: str) -> None:
    WebDriverWait(browser, SECONDS).until(
        the.text_to_be_present_in_element((By.CSS_SELECTOR, selector), words)
    )


def tap(browser: WebKitGTK, selector: str) -> None:
    """As it stands there: what the club answers may put a newer key in its place meanwhile."""

    def tapped(browser: WebKitGTK) -> bool:
        browser.find_element(By.CSS_SELECTOR, selector).click()
        return True

    newer = [ElementNotInteractableException, StaleElementReferenceException]
    WebDriverWait(browser, SECONDS, ignored_exceptions=newer).until(tapped)


def sit_down(browser: WebKitGTK, server: ServerProcess, game: str) -> str:
    """Open a club and start a match of Ann and Bob; the match's address."""
    browser.get(str(server.start_link))
    browser.find_element(By.ID, "club-name").send_keys("The Crown")
    tap(browser, "button.primary")
    WebDriverWait(browser, SECONDS).until(the.url_contains("/c/"))
    browser.get(f"{browser.current_url}matches/new?game={game}")
    for seat, name in enumerate(("Ann", "Bob")):
        browser.find_element(By.ID, f"seat_{seat}").send_keys(name)
    tap(browser, "button.primary")
    WebDriverWait(browser, SECONDS).until(the.presence_of_element_located((By.ID, "state")))
    return browser.current_url


def enter(browser: WebKitGTK, pips: str) -> None:
    """Ann chipped out, Bob holds so many."""
    for digit in pips:
        tap(browser, f"[data-digit='{digit}']")


def test_a_round_by_the_keypad(webkit: WebKitGTK, server: ServerProcess) -> None:
    match = sit_down(webkit, server, "draw_100")
    webkit.get(f"{match}/rounds/new?out=0")
    enter(webkit, "25")
    wait_for(webkit, "#preview", "Ann chipped out: 25")
    tap(webkit, "#save")
    wait_for(webkit, ".total", "25")
    tap(webkit, ".last button")
    wait_for(webkit, ".total", "0")


def test_a_round_saved_as_the_page_is_left_is_kept(webkit: WebKitGTK, server: ServerProcess) -> None:
    match = sit_down(webkit, server, "draw_100")
    webkit.get(f"{match}/rounds/new?out=0")
    enter(webkit, "25")
    wait_for(webkit, "#preview", "Ann chipped out: 25")
    webkit.execute_script("document.getElementById('save').click(); location.href = 'about:blank'")
    WebDriverWait(webkit, SECONDS).until(the.url_to_be("about:blank"))
    webkit.get(match)
    wait_for(webkit, ".board:not(.counted) .total", "25")


def test_plays_by_key(webkit: WebKitGTK, server: ServerProcess) -> None:
    sit_down(webkit, server, "fives_250")
    tap(webkit, "[aria-label='15 for Ann']")
    wait_for(webkit, ".total", "15")
    tap(webkit, "[aria-label='10 for Ann']")
    wait_for(webkit, ".total", "25")


def test_a_play_is_counted_without_the_server(webkit: WebKitGTK, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "scorekeeper.db").start()
    try:
        sit_down(webkit, server, "fives_250")
        server.kill()
        tap(webkit, "[aria-label='15 for Ann']")
        wait_for(webkit, ".board.counted .total", "15")
    finally:
        server.kill()


def test_a_round_entered_without_the_server_arrives_once(webkit: WebKitGTK, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "scorekeeper.db").start()
    try:
        match = sit_down(webkit, server, "draw_100")
        webkit.get(f"{match}/rounds/new?out=0")
        server.kill()
        enter(webkit, "37")
        wait_for(webkit, "#preview", "Ann chipped out: 37")
        tap(webkit, "#save")
        wait_for(webkit, "body", "waiting")
        server.start()
        WebDriverWait(webkit, 60).until_not(
            the.text_to_be_present_in_element((By.CSS_SELECTOR, "body"), "waiting")
        )
        webkit.get(match)
        wait_for(webkit, ".total", "37")
        assert len(webkit.find_elements(By.CSS_SELECTOR, ".round-line")) == 1
    finally:
        server.kill()
