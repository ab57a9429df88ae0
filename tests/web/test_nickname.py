"""A phone is asked for its name once, beside the first round that it enters."""

from tests.web.cast import Phone, Pub, record, sit_down


def form_of(phone: Phone, pub: Pub, match: str) -> str:
    return phone.open(pub.at(match, "/rounds/new")).html


def test_the_first_round_names_the_phone_and_it_is_not_asked_again(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    phone = crown.phone("score")
    assert "phone_name" in form_of(phone, crown, match)
    record(crown, match, 0, {1: 10}, phone=phone, phone_name="Bob’s  phone")
    assert "phone_name" not in form_of(phone, crown, match)
    assert crown.entries(match)[0].nickname == "Bob’s phone"


def test_a_phone_that_does_not_say_keeps_its_number_and_is_left_alone(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    record(crown, match, 0, {1: 10}, phone_name="  ")
    assert "phone_name" not in form_of(crown.manager, crown, match)
    assert crown.entries(match)[0].nickname == "Phone 1"


def test_a_phone_with_a_name_is_not_asked(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    crown.manager.post(f"{crown.home}settings", name="Bar phone")
    assert "phone_name" not in form_of(crown.manager, crown, match)
    record(crown, match, 0, {1: 10}, phone_name="Mine now")
    assert crown.entries(match)[0].nickname == "Bar phone"
