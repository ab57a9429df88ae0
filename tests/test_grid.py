"""The grid of the tests tries every case and forgets no failure."""

import pytest

from tests.grid import grid


def test_all_that_is_wrong_is_in_one_report() -> None:
    with pytest.raises(AssertionError, match="2 of 3 cases:\n1, odd: not so\n3, odd: three"), grid() as case:
        with case(1, "odd"):
            raise AssertionError
        with case(2, "even"):
            pass
        with case(3, "odd"):
            raise AssertionError("three")


def test_a_fault_of_another_kind_ends_the_grid() -> None:
    with pytest.raises(KeyError), grid() as case, case("lost"):
        raise KeyError("lost")


def test_a_grid_without_cases_fails() -> None:
    with pytest.raises(AssertionError, match="the grid is empty"), grid():
        pass
