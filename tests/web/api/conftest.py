"""A club in which everything is done by programs."""

import pytest

from tests.web.api.teller import Teller
from tests.web.cast import open_pub
from tests.web.conftest import app_over


@pytest.fixture(scope="module")
def teller(tmp_path_factory: pytest.TempPathFactory) -> Teller:
    """A club in which everything is done by programs."""
    return Teller(open_pub(app_over(tmp_path_factory.mktemp("done")), "The Crown"))
