"""Keys from Streamlit's secrets file, for those who keep them there instead of the environment."""

from __future__ import annotations

import os
import tomllib
from collections.abc import MutableMapping
from pathlib import Path

from agents.errors import BadInput


def load_secrets(environ: MutableMapping[str, str] = os.environ, cwd: Path | None = None) -> None:
    """Puts the file's top-level texts into the environment where it has none of that name, as
    Streamlit itself does. The folder's file goes before the user's. Raises BadInput for a file
    that cannot be read; its text is not quoted, since it holds keys."""
    for folder in (cwd or Path.cwd(), Path.home()):
        path = folder / ".streamlit" / "secrets.toml"
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            kind = type(error).__name__
            raise BadInput(
                f"The secrets in {path} cannot be read ({kind}); mend the file."
            ) from None
        for name, value in found.items():
            if isinstance(value, str):
                environ.setdefault(name, value)
