"""`shoal warm`: compile ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli._options import Json, Quiet
from shoal.cli._output import count, print_json, results, seconds
from shoal.cli._progress import LiveLine


def warm(
    *,
    methods: Annotated[list[str] | None, typer.Argument(metavar="[METHOD]...", help="See `shoal methods`.")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile what methods need, all unless some are named.

    No run has to wait for it then: for images, and for clusters. SHOAL_CACHE_DIR names the folder to keep it in.
    """
    from shoal import warming

    with LiveLine(quiet=quiet) as progress:
        warmed = warming.warm(*methods or (), progress=progress)
    if as_json:
        print_json(warmed.to_dict())
        return
    there = f", {count(warmed.there)} were there" if warmed.there else ""
    results().print(f"{count(warmed.compiled)} kernels compiled in {seconds(warmed.seconds)}{there}.", soft_wrap=True)
    results().print(f"Kept in {warmed.folder}", soft_wrap=True, highlight=False)
