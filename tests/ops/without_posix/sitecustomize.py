"""Python as on Windows, as far as Linux can simulate it: without what only POSIX has.

Libraries that have a code path of their own for Windows still see Linux: filelock locks, granian listens to
signals, numpy asks for the kernel.
"""

import builtins
import multiprocessing
import os
import signal
import sys

_POSIX_ONLY = {"fcntl", "grp", "pwd", "resource", "termios"}
_OF_OS = (
    *("chown", "fchmod", "fchown", "getegid", "geteuid", "getgid", "getgroups", "getuid", "killpg", "link"),
    *("lchown", "mkfifo", "nice", "setgid", "setsid", "setuid", "sync", "uname"),
)
_OF_SIGNAL = ("SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "pthread_sigmask")
_LIBRARIES = ("filelock", "granian", "numpy")
_import = builtins.__import__


def _as_elsewhere(name, globals=None, *rest, **more):  # type: ignore[no-untyped-def]
    asking = (globals or {}).get("__name__", "")
    if name in _POSIX_ONLY and not asking.startswith(_LIBRARIES):
        raise ImportError(f"{asking} asks for {name}, which only POSIX has", name=name)
    return _import(name, globals, *rest, **more)


def _hide(module, *names):  # type: ignore[no-untyped-def]
    """Remove these from the module, except for libraries."""
    hidden = {name: getattr(module, name) for name in names}
    for name in names:
        delattr(module, name)

    def missing(name):  # type: ignore[no-untyped-def]
        asking = sys._getframe(1).f_globals.get("__name__", "")
        if name in hidden and asking.startswith(_LIBRARIES):
            return hidden[name]
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    module.__getattr__ = missing


for _name in _POSIX_ONLY:
    sys.modules.pop(_name, None)
builtins.__import__ = _as_elsewhere
_hide(os, *_OF_OS)
_hide(signal, *_OF_SIGNAL)
multiprocessing.set_start_method(
    "spawn"
)  # as on Windows and macOS: a worker does not notice its parent's death
