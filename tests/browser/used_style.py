"""How much of a page's stylesheets its first view or its states use, by Chromium's CSS coverage."""

import re
from collections.abc import Callable

from playwright.sync_api import CDPSession, Page

SHEET = re.compile(r'<link rel="stylesheet" href="[^"]*/bundles/([\w.]+\.css)')

UNFOLD = "document.querySelectorAll('details').forEach(details => { details.open = true; })"
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def unused_style(phone: Page, address: str, then: Callable[[Page], None] | None = None) -> float:
    """The share, 0 to 1, of the page's own stylesheets that it does not use, by characters.

    Stylesheets that load later are left out. Without ``then`` it is the first view's share. ``then`` leads to
    another state of the page; after it all details are opened, and the colours are those of a light screen.
    """
    phone.goto("about:blank")  # the previous page's stylesheets would be counted
    session = phone.context.new_cdp_session(phone)
    sheets: dict[str, str] = {}
    session.on("CSS.styleSheetAdded", lambda event: _note(event["header"], sheets))
    for command in ("DOM.enable", "CSS.enable", "CSS.startRuleUsageTracking"):
        session.send(command)
    answer = phone.goto(address)
    assert answer is not None
    own = SHEET.findall(answer.text())
    assert len(own) == 1, (address, own)
    if then:
        then(phone)
        phone.evaluate(UNFOLD)
        phone.emulate_media(color_scheme="light")
        phone.evaluate(PAINTED)
        phone.emulate_media(color_scheme="dark")
    rules = session.send("CSS.stopRuleUsageTracking")["ruleUsage"]
    whole = used = 0
    for sheet in [key for key, name in sheets.items() if name in own]:
        whole += len(_text(session, sheet))
        used += sum(end - start for start, end in _spans(rules, sheet))
    session.detach()
    assert whole, f"{address} has no stylesheet of ours"
    return 1 - used / whole


def _note(header: dict[str, str], sheets: dict[str, str]) -> None:
    sheets[header["styleSheetId"]] = header["sourceURL"].rpartition("/")[2].partition("?")[0]


def _text(session: CDPSession, sheet: str) -> str:
    return str(session.send("CSS.getStyleSheetText", {"styleSheetId": sheet})["text"])


def _spans(rules: list[dict[str, object]], sheet: str) -> set[tuple[int, int]]:
    return {
        (int(str(rule["startOffset"])), int(str(rule["endOffset"])))
        for rule in rules
        if rule["styleSheetId"] == sheet and rule["used"]
    }
