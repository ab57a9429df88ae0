"""A hook for a conftest: in the tests of its folder a PIN takes next to no time to hash."""

from collections.abc import Generator

import pytest

from scorekeeper.store.clubs import access


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    with pytest.MonkeyPatch.context() as cheap:
        cheap.setattr(access, "COST", 2)
        return (yield)
