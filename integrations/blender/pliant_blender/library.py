# SPDX-License-Identifier: GPL-3.0-or-later
"""The pliant package: from the extension's wheels, from beside this add-on, or from where PLIANT_PYTHON points."""

import importlib
import os
import sys


def pliant():
    """The package. ImportError says what to do."""
    beside = os.path.join(os.path.dirname(__file__), "vendor")
    for folder in (os.environ.get("PLIANT_PYTHON"), beside):
        if folder and os.path.isdir(os.path.join(folder, "pliant")) and folder not in sys.path:
            sys.path.insert(0, folder)
    try:
        return importlib.import_module("pliant")
    except ImportError as error:
        raise ImportError(
            f"The pliant package is missing or was built for another Python than {sys.version.split()[0]} ({error}). "
            "Install the zip that scripts/blender_extension makes, or set PLIANT_PYTHON to the folder that holds it."
        ) from error
