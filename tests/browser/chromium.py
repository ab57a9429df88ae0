"""Which of Debian's browsers the tests start, and how."""

import shutil

from tests.programs import program

# Left alone, Chromium opens two hidden pages beside every visible one for its address bar's suggestions: a
# third of its work. The rest is Playwright's own list of disabled features, which this one replaces.
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
PUB = "pub.test"  # the server's name in the pub's own network, where it has no certificate
# Chromium must not contact Google's servers; the other flags are what a container without a screen needs.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NOT_NEEDED)}",
    f"--host-resolver-rules=MAP {PUB} 127.0.0.1",
]


def executable() -> str:
    """Path of the browser: Chromium's headless shell, which does a quarter to a third less work.

    Without chromium-headless-shell it is Chromium itself; without either the test is skipped.
    """
    return shutil.which("chromium-headless-shell") or program("chromium", "chromium")
