"""Which of Debian's browsers the tests start, and how."""

import shutil

from tests.programs import program

# Beside every page Chromium would open two more for what its address bar suggests, and nobody sees them: a
# third of its work. Playwright turns off the other features by default; its own list gives way to this one.
NOT_NEEDED = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
# Chromium is kept from looking for its maker's hosts; the rest is what a container without a screen needs.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NOT_NEEDED)}",
]


def executable() -> str:
    """The browser of tests/browser: Chromium without its windows, which is a quarter to a third less work.

    Where chromium-headless-shell is missing it is Chromium itself; without either the test is skipped.
    """
    return shutil.which("chromium-headless-shell") or program("chromium", "chromium")
