"""A hosted instance with an operator."""

from flask import Flask

from tests.web.cast import Phone

SECRET = "nobody guesses this one, ever"  # noqa: S105 - the tests’ own


def open_club(app: Flask, name: str) -> str:
    """Open a club on the front page; its id."""
    phone = Phone(app)
    page = phone.send(phone.open("/").form_with("phone"), name=name, phone="Bar")
    return page.path.split("/")[2]
