"""Import sqlite-utils without numpy, which it takes along wherever that is installed.

It would cost every start a sixth of its imports, and a worker 13 MiB. None of its types is ever stored, and
photos are read in a process of their own.
"""

import sys

if "numpy" not in sys.modules:
    sys.modules["numpy"] = None  # type: ignore[assignment]  # whoever imports it meets an ImportError
    try:
        import sqlite_utils  # noqa: F401
    finally:
        del sys.modules["numpy"]
