"""The description of the API as a file: `python -m shoal.web.openapi` writes it again."""

from __future__ import annotations

import json
from pathlib import Path

from shoal.web.app import described_app

FILE = Path(__file__).with_name("openapi.json")


def description() -> str:
    """Return the description of the API, as the file holds it."""
    return json.dumps(described_app().openapi(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(description(), "utf-8")
