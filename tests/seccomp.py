"""Has the kernel refuse a system call to a command, as the filters of a systemd unit do: seccomp(2)."""

import platform
import sys

import pytest

_NUMBERS = {"x86_64": {"socket": 41, "setpriority": 141}, "aarch64": {"socket": 198, "setpriority": 140}}
_REFUSE = """
import ctypes, os, struct, sys
error, number, *allowed = map(int, sys.argv[1].split())
# Load the call's number, go to the end if it is another one, load its first argument.
steps = [(0x20, 0, 0, 0), (0x15, 0, len(allowed) + 2, number), (0x20, 0, 0, 16)]
steps += [(0x15, left, 0, value) for left, value in zip(range(len(allowed), 0, -1), allowed)]
steps += [(0x06, 0, 0, 0x50000 | error), (0x06, 0, 0, 0x7FFF0000)]
program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
filter = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps), ctypes.addressof(program)))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, filter, 0, 0) == 0, ctypes.get_errno()
os.execvp(sys.argv[2], sys.argv[2:])
"""


def refused(call: str, error: int, *allowed: int) -> list[str]:
    """What goes before a command so that ``call`` fails there, unless its first argument is allowed."""
    numbers = _NUMBERS.get(platform.machine())
    if numbers is None:
        pytest.skip("the numbers of this machine's system calls are not known")
    return [sys.executable, "-c", _REFUSE, " ".join(map(str, (error, numbers[call], *allowed)))]
