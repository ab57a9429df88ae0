"""The tests' grid tries every case and reports every failure."""

import pytest

from tests.grid import grid


def odd_numbers_are_wrong() -> None:
    with grid() as case:
        for number, words in ((1, ""), (2, "two"), (3, "three")):
            with case(number, "tried"):
                assert number % 2 == 0, words


def test_all_failures_are_in_one_report() -> None:
    with pytest.raises(AssertionError, match=r"2 of 3 cases:\n1, tried: .*\n3, tried: three"):
        odd_numbers_are_wrong()


def test_a_fault_of_another_kind_ends_the_grid() -> None:
    with pytest.raises(KeyError), grid() as case, case("lost"):
        raise KeyError("lost")


def test_a_grid_without_cases_fails() -> None:
    with pytest.raises(AssertionError, match="the grid is empty"), grid():
        pass
