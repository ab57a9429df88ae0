"""Filters of the templates."""

import pytest

from scorekeeper.web.http.templating import clock, day, fingerprint, minus, pips, signed, unbroken


@pytest.mark.parametrize(("number", "words"), [(25, "+25"), (0, "0"), (-3, "−3")])
def test_filters(number: int, words: str) -> None:
    assert signed(number) == words


def test_filters_of_numbers_times_and_files() -> None:
    assert [pips(count) for count in (0, 1, 7)] == ["0 pips", "1 pip", "7 pips"]
    assert (day("2026-11-21T21:04:09Z"), clock("2026-11-21T21:04:09Z")) == ("21 Nov 2026", "21:04")
    assert minus(-12) == "−12"
    assert fingerprint("css/base/page.css") != fingerprint("page/page.js")
    assert len(fingerprint("css/base/page.css")) == 12


def test_a_tile_is_not_broken_at_its_hyphen_and_a_name_stays_words() -> None:
    assert unbroken("Cy is out: Ann & Cy win") == 'Cy is out: <span class="partners">Ann &amp; Cy</span> win'
    assert unbroken("Ann lays 12-4") == 'Ann lays <span class="whole">12-4</span>'
    assert unbroken("<i>Ann-Marie</i> makes 10") == "&lt;i&gt;Ann-Marie&lt;/i&gt; makes 10"
