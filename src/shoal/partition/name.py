"""The names of all methods, as type checkers see them; what they stand for is in `registry.py`."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

BaseName: TypeAlias = Literal[
    "anatomy",
    "auto",
    "average_link",
    "bottom_up",
    "cb",
    "cb_diverse",
    "complete_link",
    "condensation",
    "datafly",
    "fdm",
    "gccg",
    "gccg_parallel",
    "genetic",
    "hilbert",
    "idistance",
    "incognito",
    "k_member",
    "k_type",
    "kaca",
    "loukides_shao",
    "mdav",
    "mondrian",
    "nh",
    "oka",
    "single_link",
    "top_down",
    "topdown_kaca",
    "wf_c_means",
]
"""The methods of the registry."""

BASE_NAMES: tuple[BaseName, ...] = get_args(BaseName)

ImprovedName: TypeAlias = Literal[
    "bottom_up+improve",
    "cb+improve",
    "cb_diverse+improve",
    "gccg+improve",
    "gccg_parallel+improve",
    "hilbert+improve",
    "idistance+improve",
    "k_member+improve",
    "kaca+improve",
    "loukides_shao+improve",
    "mondrian+improve",
    "oka+improve",
    "top_down+improve",
    "topdown_kaca+improve",
]
"""Those of them whose groups can be where a search begins, and the search after them."""

MethodName: TypeAlias = BaseName | ImprovedName
