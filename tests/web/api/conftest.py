"""A club in which everything is done by programs."""

import pytest

from tests.web.api.teller import Program, Teller
from tests.web.cast import Pub


@pytest.fixture
def teller(crown: Pub) -> Teller:
    return Teller(crown)


@pytest.fixture
def program(crown: Pub) -> Program:
    return Program(crown)
