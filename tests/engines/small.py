"""The command line with small blocks, pieces and parts: `python -m tests.engines.small anonymize ...`."""

from __future__ import annotations

import pytest

from shoal.cli.start import run
from tests.engines.scene import many_blocks

if __name__ == "__main__":
    many_blocks(pytest.MonkeyPatch(), block=400, piece=600, counted_rows=1500)
    run()
