from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra shoal[app] is not installed")

from tests.web.scene import ROWS, TOKEN

BASH, CURL = shutil.which("bash"), shutil.which("curl")


@pytest.mark.skipif(BASH is None or CURL is None, reason="needs bash and curl")
def test_the_session_of_the_guide_runs_as_printed(server, root, tmp_path):
    guide = (root / "docs" / "guides" / "rest.md").read_text("utf-8")
    session = next(block for block in re.findall(r"```bash\n(.*?)```", guide, re.DOTALL) if "SHOAL_TOKEN" in block)
    (tmp_path / "people.csv").write_text(ROWS)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "SHOAL": str(server.base_url).rstrip("/"), "SHOAL_TOKEN": TOKEN}
    done = subprocess.run(
        [BASH, "-euo", "pipefail", "-c", session],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:4] == ["9", "3", "event: state", "done"]
    assert (tmp_path / "release.csv").exists()
    assert "the file is the one that the certificate was made for" in done.stdout
