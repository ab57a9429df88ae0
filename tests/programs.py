"""Programs that some tests need and that may be missing."""

import os
import shutil
from typing import NoReturn

import pytest


def program(name: str, package: str) -> str:
    """Where the program is; without it the test is skipped."""
    return shutil.which(name) or skip_for_want_of(name, package)


def skip_for_want_of(name: str, package: str) -> NoReturn:
    """Skip the test, as ``skip`` does, for a program of this package."""
    skip(f"{name} is not installed; on Debian: sudo apt-get install {package}")


def skip(missing: str) -> NoReturn:
    """Skip the test, or fail it where ``CI=true`` says that nothing may be skipped."""
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)
