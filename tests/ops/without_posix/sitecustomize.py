"""Python as it is on Windows, as far as Linux can play that: what only POSIX has is not there.

filelock alone still finds what it locks with; elsewhere it takes that system's own means.
"""

import builtins
import multiprocessing
import os
import sys

_POSIX_ONLY = {"fcntl", "grp", "pwd", "resource", "termios"}
_import = builtins.__import__


def _as_elsewhere(name, globals=None, *rest, **more):  # type: ignore[no-untyped-def]
    asking = (globals or {}).get("__name__", "")
    if name in _POSIX_ONLY and not asking.startswith("filelock"):
        raise ImportError(f"{asking} asks for {name}, which only POSIX has", name=name)
    return _import(name, globals, *rest, **more)


for _name in _POSIX_ONLY:
    sys.modules.pop(_name, None)
builtins.__import__ = _as_elsewhere
del os.link, os.nice
multiprocessing.set_start_method("spawn")  # as on Windows and macOS: a worker knows nothing of its parent
