"""The parts of Python's standard library and of the packages that are left out of the pocket."""

# Whole modules and packages, by the first part of their names.
_UNUSED = """
_pyio _pyrepl antigravity argparse bdb cProfile cmd colorsys compileall configparser curses dbm doctest
filecmp fileinput ftplib getpass idlelib imaplib lzma mailbox modulefinder multiprocessing netrc
nturl2path optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data rlcompleter
sched shelve smtplib symtable tabnanny tabulate tarfile this tomllib trace turtle unittest venv wave
webbrowser xmlrpc zipapp ensurepip profiling __hello__ __phello__
"""
_UNUSED_FOLDERS = (
    "asyncio/__main__",
    "asyncio/proactor_events",
    "asyncio/windows",
    "compression/zstd",
    "concurrent/interpreters",
    "concurrent/futures/interpreter",
    "concurrent/futures/process",
    "http/cookiejar",
    "logging/config",
    "logging/handlers",
    "pyodide/console",
    "wsgiref/validate",
    "xml/dom/",
    "xml/etree/",
    "sqlite3/__main__",
    "sqlite3/_completer",
    "sqlite3/dump",
    "wtforms/locale/",
    "werkzeug/debug/",
    "werkzeug/_reloader",
    "werkzeug/middleware/http_proxy",
    "werkzeug/middleware/lint",
    "werkzeug/middleware/profiler",
    "werkzeug/testapp",
    "click/_termui_impl",
    "click/_winconsole",
    "click/shell_completion",
    "click/testing",
    "dateutil/rrule",
    "dateutil/zoneinfo/",
    "flask/testing",
    "prometheus_client/aiohttp/",
    "prometheus_client/bridge/",
    "prometheus_client/django/",
    "prometheus_client/multiprocess",
    "prometheus_client/openmetrics/parser",
    "prometheus_client/parser",
    "prometheus_client/twisted/",
    "segno/cli",
    "segno/helpers",
    "sqlite_utils/__main__",
    "sqlite_utils/cli",
    "pip/",
)
_ENCODINGS = """
__init__ aliases ascii base64_codec charmap cp1252 cp437 hex_codec idna iso8859_1 iso8859_15 latin_1
punycode raw_unicode_escape undefined unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8
utf_8_sig
"""
_NOT_READ = (".so", ".pyi", "py.typed", ".pyc", ".c", ".h", ".dylib")
_METADATA = ("METADATA", "entry_points.txt", "top_level.txt")


def is_needed(name: str) -> bool:
    """Whether the file ``name``, a path within ``sys.path``, is imported or read in the pocket."""
    head, _, rest = name.partition("/")
    module = head.partition(".")[0]
    if head.endswith(".dist-info"):
        return rest in _METADATA
    if module == "encodings" and rest:
        return rest.partition(".")[0] in _ENCODINGS.split()
    return (
        module not in _UNUSED.split()
        and not name.startswith(_UNUSED_FOLDERS)
        and not name.endswith(_NOT_READ)
    )
