"""A phone is asked for its name once: with its first round, or below the keys for plays."""

from tests.web.cast import Phone, Pub, record, sit_down, tap


def form_of(phone: Phone, pub: Pub, match: str) -> str:
    return phone.open(pub.at(match, "/rounds/new")).html


def test_the_first_round_names_the_phone_and_it_is_not_asked_again(crown: Pub, match: str) -> None:
    phone = crown.phone("score")
    assert "phone_name" in form_of(phone, crown, match)
    record(crown, match, 0, {1: 10}, phone=phone, phone_name="Bob’s  phone")
    assert "phone_name" not in form_of(phone, crown, match)
    assert crown.events(match)[0].nickname == "Bob’s phone"


def test_a_phone_that_does_not_say_keeps_its_number_and_is_left_alone(crown: Pub, match: str) -> None:
    record(crown, match, 0, {1: 10}, phone_name="  ")
    assert "phone_name" not in form_of(crown.manager, crown, match)
    assert crown.events(match)[0].nickname == "Phone 1"


def test_a_phone_with_a_name_is_not_asked(crown: Pub, match: str) -> None:
    crown.manager.post(f"{crown.home}settings", name="Bar phone")
    assert "phone_name" not in form_of(crown.manager, crown, match)
    record(crown, match, 0, {1: 10}, phone_name="Mine now")
    assert crown.events(match)[0].nickname == "Bar phone"


def test_a_phone_that_only_taps_plays_is_asked_below_the_keys(crown: Pub, fives: str) -> None:
    phone = crown.phone("score")
    tap(crown, fives, 0, 15, phone=phone)
    page = phone.send(
        phone.open(crown.at(fives)).form_saying("What is this phone called?"), phone_name="Bob’s"
    )
    assert "phone_name" not in page.html
    assert crown.events(fives)[0].nickname == "Bob’s"


def test_an_empty_answer_below_the_keys_is_accepted(crown: Pub, fives: str) -> None:
    phone = crown.phone("score")
    page = phone.send(phone.open(crown.at(fives)).form_saying("What is this phone called?"), phone_name="")
    assert "phone_name" not in page.html
    tap(crown, fives, 0, 15, phone=phone)
    assert crown.events(fives)[0].nickname == "Phone 2"
    assert "phone_name" not in phone.open(crown.at(fives)).html


def test_a_phone_that_watches_or_enters_whole_rounds_is_not_asked_on_the_matchs_page(crown: Pub) -> None:
    straight = sit_down(crown, "fives_250", "Ann", "Bob")
    draw = sit_down(crown, "draw_100", "Ann", "Bob")
    assert "phone_name" not in crown.phone("watch").open(crown.at(straight)).html
    assert "phone_name" not in crown.phone("score").open(crown.at(draw)).html
