"""Puts compiled kernels into a wheel where the environment variable SHOAL_READY_CODE names a folder of them.

Such a wheel is for one platform and one version of Python, and pins the Numba that the code was made by.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER_NAMED = "SHOAL_READY_CODE"


class ReadyCode(BuildHookInterface):
    """Adds the folder, the tag and the pin."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Change what the wheel holds and says, before it is built."""
        named = os.environ.get(FOLDER_NAMED)
        if self.target_name != "wheel" or not named:
            return
        folder = Path(named).resolve()
        made_by = json.loads((folder / "made-by.json").read_text("utf-8"))
        interpreter, _, platform = made_by["tags"][0].split("-")
        build_data["pure_python"] = False
        build_data["tag"] = f"{interpreter}-none-{platform}"
        build_data["force_include"][str(folder)] = "shoal/jit/ready"
        build_data["dependencies"].append(f"numba=={made_by['numba']}")
