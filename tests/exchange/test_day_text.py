"""Days and times as people write them."""

from datetime import date

from scorekeeper.exchange.day_text import parse_day, parse_time

TODAY = date(2026, 11, 21)


WRITTEN = (
    "2026-12-22", "22/12/2026", "22/12/26", "22.12.2026", "22 Dec", "22nd december", "Tue 22 Dec 2026",
    "22 dec. 26", "22-Dec-26", "22-Dec", "22-dec-2026", "22/Dec/26", "2026/12/22", "2026.12.22",
    "Tuesday, 22nd December 2026",
)  # fmt: skip
NO_DAY = ("", "Christmas", "12/22/2026", "31 Feb", "22 Foo", "32/1/26", "2026-13-01", "29 Feb", "22/12/9026")
TIMES = {
    "20:30": ("20:30", "20.30", "8.30 pm"),
    "20:00": ("8pm",),
    "00:00": ("12am",),
    "12:00": ("12 pm",),
    "09:05": ("9:05",),
    "19:30": ("19:30:00", "7:30:00 PM"),
    None: ("19:30:0", "20", "25:00", "20:60", "13pm", "half eight", ""),
}


def test_a_day_is_read_as_people_write_it() -> None:
    assert {text: parse_day(text, TODAY) for text in WRITTEN} == dict.fromkeys(WRITTEN, date(2026, 12, 22))


def test_a_day_without_a_year_is_the_nearest() -> None:
    assert parse_day("5 Jan", TODAY) == date(2027, 1, 5)
    assert parse_day("20 Nov", TODAY) == date(2026, 11, 20)
    assert parse_day("28 Sep", TODAY) == date(2026, 9, 28)


def test_text_that_is_no_day_gives_none() -> None:
    assert {text: parse_day(text, TODAY) for text in NO_DAY} == dict.fromkeys(NO_DAY)


def test_a_time_is_read_as_people_write_it() -> None:
    assert {time: tuple(map(parse_time, texts)) for time, texts in TIMES.items()} == {
        time: (time,) * len(texts) for time, texts in TIMES.items()
    }
