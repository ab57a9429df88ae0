"""Every page of a club that has played: it answers, nothing is inline, and it can be read aloud."""

import re
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web.http.answers import CONTENT_SECURITY_POLICY, HTTPS_HEADERS
from tests.web.cast import Phone, Pub, open_pub, record, sit_down
from tests.web.evening import ROUTES, Evening, address, pages, play_an_evening
from tests.web.page import Page

ROOT = Path(__file__).parents[3]
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}${7*7}",
    "</script><b>' onx='",
)


@pytest.fixture(scope="module")
def hostile(app: Flask) -> Evening:
    """A club in which every name is an injection attempt."""
    pub = open_pub(app, "</title><script>alert(1)")
    evening = play_an_evening(pub, HOSTILE)
    pub.manager.post(f"{pub.home}settings", name="<i onclick=alert(1)>")
    pub.manager.post(f"{pub.home}teams/{evening.team}", name="<svg/onload=alert(1)>")
    doubtful = sit_down(pub, "block", *HOSTILE, deal=7)
    said = {"ends": "3 5", "boneyard": 0, "reason": "<u>\"'><script>alert(1)</script>"}
    assert record(pub, doubtful, 0, {0: 0, 1: 10, 2: 10, 3: 9}, **said).status_code == 303
    return evening


def assert_nothing_inline(page: Page) -> None:
    for tag, values in page.tags:
        assert tag not in ("style", "iframe", "object", "embed", "base"), page.path
        assert tag != "script" or values.get("src", "").startswith("/static/"), page.path
        assert tag != "img" or values["src"].startswith("/"), page.path
        assert not [name for name in values if name.startswith("on") or name == "style"], (page.path, values)
        assert not values.get("href", "").lower().startswith("javascript"), page.path


def test_every_answer_carries_the_headers(crown: Pub) -> None:
    evening = play_an_evening(crown)
    nowhere = ["/nowhere", f"{crown.home}players/nobody", "/c/none/", "/static/none.css"]
    said = {"Origin": "http://elsewhere.test"}
    answers = {path: crown.manager.ask(path, headers=said) for path in [*pages(evening), *nowhere]}
    assert {path for path, answer in answers.items() if answer.status_code not in (200, 303, 404)} == set()
    # A used first link, secrets of links that never existed, a PIN that is not set, an empty trash, a lead
    # and seats that were not drawn, a captain’s link that was not made; and what is
    # off here: the operator’s pages, the pocket, reminders by mail.
    assert sum(answer.status_code == 404 for answer in answers.values()) == 19 + len(nowhere)
    for path, answer in answers.items():
        headers = answer.headers
        opened = [name for name, _ in headers if name.startswith("Access-Control-")]
        assert bool(opened) == path.endswith(".csv"), path  # what anybody may read, other sites may show
        anywhere = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
        policy = anywhere if path.startswith("/embed/") else CONTENT_SECURITY_POLICY
        assert headers["Content-Security-Policy"] == policy, path
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Referrer-Policy"] == "same-origin", path
        shared = "cross-origin" if opened or path.startswith("/embed/") else "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == shared, path
        assert "camera=()" in headers["Permissions-Policy"], path
        assert headers["X-Robots-Tag"] == "noindex", path
        assert not HTTPS_HEADERS.keys() & {*headers.keys()}, path
        assert headers["Content-Type"].startswith("text/") <= ("charset=utf-8" in headers["Content-Type"]), (
            path
        )
    for path in ("/", crown.home, crown.at(evening.running)):
        tags = crown.manager.open(path).tags
        said = [v["content"] for tag, v in tags if tag == "meta" and v.get("name") == "description"]
        assert said == ["The score-keeper for dominoes played with real tiles, in real pubs."], path


def test_hostile_names_stay_words_on_every_page(hostile: Evening) -> None:
    seen = set()
    for path in pages(hostile):
        page = hostile.pub.manager.open(path)
        assert page.status in (200, 404), path
        if page.html.lstrip().startswith("<!doctype"):
            assert_nothing_inline(page)
            seen |= {name for name in HOSTILE if name in page.text or name in str(page.tags)}
            assert "49$" not in page.html, path
    assert seen == set(HOSTILE)
    home = hostile.pub.manager.open(hostile.pub.home)
    assert "</title><script>alert(1)" in home.text
    matches = [href for _, href in home.links if "/matches/1" in href or "/matches/0" in href]
    texts = " ".join(hostile.pub.manager.open(href).text for href in matches if "/rounds" not in href)
    assert "<u>\"'><script>alert(1)</script>" in texts
    assert "<i onclick=alert(1)>" in texts
    team = hostile.pub.manager.open(f"{hostile.pub.home}teams/{hostile.team}")
    assert "<svg/onload=alert(1)>" in team.text


def test_no_template_marks_input_as_safe() -> None:
    templates = list((ROOT / "templates").rglob("*.html"))
    assert templates
    assert not [path for path in templates if re.search(r"\|\s*safe\b|autoescape", path.read_text())]


def test_hostile_clubs_stay_words_on_the_way_in(hostile: Evening) -> None:
    page = Phone(hostile.pub.app).open(hostile.pub.home)
    assert "</title><script>alert(1)" in page.text
    assert_nothing_inline(page)


def test_refused_words_come_back_as_words(hostile: Evening) -> None:
    pub = hostile.pub
    record(pub, hostile.running, None, {0: '"><script>alert(1)</script>'}, ends="<script>x</script>")
    assert pub.manager.page.status == 422
    assert_nothing_inline(pub.manager.page)
    del pub.manager.client.environ_base["HTTP_ORIGIN"]
    pub.manager.post(f"{pub.home}name", name='"><script>alert(1)</script>')
    assert pub.manager.page.status == 400
    assert_nothing_inline(pub.manager.page)
    for path in ("/<script>alert(1)</script>", f"{pub.home}players/<script>alert(1)</script>"):
        assert_nothing_inline(pub.manager.open(path))


def test_the_policy_allows_nothing_inline_and_nobody_else() -> None:
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY
    for loose in ("unsafe", "*", "http:", "https:", "data: 'self'"):
        assert loose not in CONTENT_SECURITY_POLICY


def test_pages_with_secrets_are_cached_by_nobody(crown: Pub, match: str) -> None:
    for path in (crown.home, crown.at(match, "/state")):
        assert crown.manager.ask(path).headers["Cache-Control"] == "private, no-cache"
    secret = ("links/score.svg", "settings", f"matches/{match}/code", f"matches/{match}/code.svg")
    for path in secret:
        assert "no-store" in crown.manager.ask(f"{crown.home}{path}").headers["Cache-Control"], path


def test_static_files_are_found_below_a_path_prefix(crown: Pub) -> None:
    beneath = {"SCRIPT_NAME": "/dominoes"}
    page = crown.app.test_client().get("/", environ_overrides=beneath).text
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    assert address.startswith("/dominoes/static/")
    assert "?v=" in address


def test_a_static_file_of_this_version_may_be_cached_for_ever(crown: Pub) -> None:
    page = crown.manager.open(crown.home)
    sheet, *_ = [v["href"] for tag, v in page.tags if tag == "link" and v.get("rel") == "stylesheet"]
    kept = crown.manager.ask(sheet).headers
    assert kept["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in kept, "a proxy would hand the manager's cookie to everybody"
    assert "Cache-Control" not in crown.manager.ask("/static/none.css?v=1").headers


def test_a_wrong_method_says_which_are_right(crown: Pub) -> None:
    rounds = crown.at(sit_down(crown, "draw_100", "Ann", "Bob"), "/rounds")
    answer = crown.manager.client.put(rounds)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "OPTIONS, POST")
    asked = crown.manager.ask(rounds, headers={"Accept": "application/json"})
    assert asked.status_code == 405, "a program is told"


def test_the_address_of_a_form_opens_the_page_it_stands_on(app: Flask) -> None:
    """As a phone asks for it that shows a refused form and has slept in between."""
    evening = play_an_evening(open_pub(app, "The Crown"))
    own = {address(evening, endpoint) for endpoint, method in ROUTES if method == "GET"}
    posted = {address(evening, endpoint) for endpoint, method in ROUTES if method == "POST"}
    no_form = "/rounds/1/strike"  # a refusal shows no form there
    forms = [path for path in sorted(posted - own) if path.startswith(evening.pub.home)]
    assert len(forms) > 40
    for path in (path for path in forms if not path.endswith(no_form)):
        page = evening.pub.manager.open(path)
        assert (page.status, page.html[:15]) == (200, "<!doctype html>"), (path, page.path)
    card = address(evening, "cards.save")
    assert evening.pub.manager.open(card).path == card.removesuffix("boards")


# Elements without a role of their own cannot have a name.
NAMELESS = {"span", "p", "div", "bdi", "i", "b", "small"}


@pytest.fixture(scope="module")
def quiet(app: Flask) -> Evening:
    return play_an_evening(open_pub(app, "The Crown"))


@pytest.fixture(scope="module")
def shown(quiet: Evening) -> list[Page]:
    """Every page of a club that has played, as its manager sees it."""
    found = [quiet.pub.manager.open(path) for path in pages(quiet)]
    return [page for page in found if page.html.lstrip().startswith("<!doctype")]


def test_every_page_can_be_read_aloud_and_typed_into(shown: list[Page]) -> None:
    for page in shown:
        ids = Counter(values["id"] for _, values in page.tags if "id" in values)
        assert not [id for id, times in ids.items() if times > 1], page.path
        for tag, values in page.tags:
            for pointer in ("for", "aria-describedby", "aria-labelledby", "list"):
                assert set(values.get(pointer, "").split()) <= set(ids), (page.path, tag, values)
    for page in shown:
        for tag, values in page.tags:
            assert tag not in NAMELESS or "aria-label" not in values or "role" in values, (page.path, values)
    numeric = 0
    for page in shown:
        for tag, values in page.tags:
            if tag != "input":
                continue
            assert values.get("type") not in ("number", None), (page.path, values)
            if values["type"] == "text":
                assert values.get("autocomplete") == "off", (page.path, values)
            if values.get("inputmode") == "numeric":
                numeric += 1
                assert values["pattern"] == "[0-9]*", (page.path, values)
    assert numeric > 20


def test_every_link_leads_to_a_page_of_ours(quiet: Evening, shown: list[Page]) -> None:
    links = {href.partition("#")[0] for page in shown if page.status == 200 for _, href in page.links} - {""}
    assert len(links) > 100
    broken = {href: status for href in links if (status := quiet.pub.manager.ask(href).status_code) >= 400}
    assert broken == {}


# Opened by monitors, or from a mail; the addresses of static files are made elsewhere.
UNLINKED = {"health.alive", "health.ready", "operate.read_metrics", "reminders.followed", "static"}


def test_every_page_can_be_reached_by_a_link(app: Flask) -> None:
    kinds = {"templates": "*.*", "static": "*.js", "scorekeeper/web": "*.py"}
    text = "".join(path.read_text() for folder, kind in kinds.items() for path in (ROOT / folder).rglob(kind))
    named = set(re.findall(r"""["']([a-z_]*\.[a-z_]+)["']""", text))
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    pages = {rule.endpoint for rule in rules if not rule.endpoint.startswith("api")}
    linked = {page for page in pages if {page, f".{page.rpartition('.')[2]}"} & named}
    assert len(linked) > 90
    assert pages - linked == UNLINKED
