"""Which browser is started, and how."""

import os
import shutil

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
         "/Applications/Chromium.app/Contents/MacOS/Chromium",
         "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]


def browser_program():
    """Chromium, or a browser that is one inside; TL_BROWSER names another."""
    names = [os.environ["TL_BROWSER"]] if os.environ.get("TL_BROWSER") else NAMES
    found = next((path for name in names if (path := shutil.which(name))), None)
    if not found:
        raise FileNotFoundError(f"there is no browser here; looked for: {', '.join(names)}. TL_BROWSER can name one")
    return found


def browser_arguments(*more):
    arguments = ["--force-color-profile=srgb", "--font-render-hinting=none", *more]
    # Chromium's own sandbox refuses to run as root.
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    return arguments
