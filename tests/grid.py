"""A grid of cases in one report: every case is tried, and one failure names all wrong ones."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Case = Callable[..., AbstractContextManager[None]]


@contextmanager
def grid() -> Iterator[Case]:
    """Yields ``case``: ``with case("undo", "watch"): assert ...``. Fails at the end if any case failed."""
    wrong: list[str] = []
    tried = 0

    @contextmanager
    def case(*names: object) -> Iterator[None]:
        nonlocal tried
        tried += 1
        try:
            yield
        except AssertionError as error:
            first = str(error).strip().splitlines()
            wrong.append(f"{', '.join(map(str, names))}: {first[0] if first else 'not so'}")

    yield case
    assert tried, "the grid is empty"
    assert not wrong, f"{len(wrong)} of {tried} cases:\n" + "\n".join(wrong)
