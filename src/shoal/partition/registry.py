"""All methods by name. The command line, the docs and the contract tests read this table; type checkers the names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Literal, TypeAlias, get_args

from shoal.checks import nearest, shown
from shoal.errors import SettingError
from shoal.partition._options import taken_options
from shoal.partition.anatomy import Anatomy
from shoal.partition.auto import Auto
from shoal.partition.base import About, Method, Partitioner
from shoal.partition.bottom_up import BottomUp
from shoal.partition.cb import Cb
from shoal.partition.cb_diverse import CbDiverse
from shoal.partition.condensation import Condensation
from shoal.partition.datafly import Datafly
from shoal.partition.fdm import Fdm
from shoal.partition.gccg import Gccg
from shoal.partition.gccg_parallel import GccgParallel
from shoal.partition.genetic import Genetic
from shoal.partition.hilbert import Hilbert
from shoal.partition.idistance import IDistance
from shoal.partition.improve import Improved
from shoal.partition.incognito import Incognito
from shoal.partition.k_member import KMember
from shoal.partition.k_type import KType
from shoal.partition.kaca import Kaca
from shoal.partition.link import AverageLink, CompleteLink, SingleLink
from shoal.partition.loukides_shao import LoukidesShao
from shoal.partition.mdav import Mdav
from shoal.partition.mdav_generic import MdavGeneric
from shoal.partition.mondrian import Mondrian
from shoal.partition.mondrian_median import MondrianMedian
from shoal.partition.nh import Nh
from shoal.partition.oka import Oka
from shoal.partition.permutation import Permutation
from shoal.partition.samarati import Samarati
from shoal.partition.tds import Tds
from shoal.partition.top_down import TopDown
from shoal.partition.topdown_kaca import TopdownKaca
from shoal.partition.wf_c_means import WfCMeans

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
    "mdav_generic",
    "mondrian",
    "mondrian_median",
    "nh",
    "oka",
    "permutation",
    "samarati",
    "single_link",
    "tds",
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
    "mondrian_median+improve",
    "oka+improve",
    "top_down+improve",
    "topdown_kaca+improve",
]
"""Those of them whose groups can be where a search begins, and the search after them."""

MethodName: TypeAlias = BaseName | ImprovedName

PARTITIONERS: dict[str, type[Method]] = {
    "anatomy": Anatomy,
    "auto": Auto,
    "average_link": AverageLink,
    "bottom_up": BottomUp,
    "cb": Cb,
    "cb_diverse": CbDiverse,
    "complete_link": CompleteLink,
    "condensation": Condensation,
    "datafly": Datafly,
    "fdm": Fdm,
    "gccg": Gccg,
    "gccg_parallel": GccgParallel,
    "genetic": Genetic,
    "hilbert": Hilbert,
    "idistance": IDistance,
    "incognito": Incognito,
    "k_member": KMember,
    "k_type": KType,
    "kaca": Kaca,
    "loukides_shao": LoukidesShao,
    "mdav": Mdav,
    "mdav_generic": MdavGeneric,
    "mondrian": Mondrian,
    "mondrian_median": MondrianMedian,
    "nh": Nh,
    "oka": Oka,
    "permutation": Permutation,
    "samarati": Samarati,
    "single_link": SingleLink,
    "tds": Tds,
    "top_down": TopDown,
    "topdown_kaca": TopdownKaca,
    "wf_c_means": WfCMeans,
}

HOUSE = "auto"
"""The method that is used unless another one is named."""

IMPROVE = "+improve"
"""What is added to the name of a method whose groups are to be the start of a search."""


def about_of(name: str) -> About:
    """Return what there is to know of the method of that name, with or without a search after it."""
    return make_partitioner(name, {}).about


def searches(name: str) -> bool:
    """Return whether the method of that name searches, so that an effort means something to it."""
    return name == HOUSE or name.endswith(IMPROVE)


def make_partitioner(name: str, options: Mapping[str, object]) -> Partitioner:
    """Return the method of that name with the given options; those of the search go to the search.

    Example:
        >>> make_partitioner("oka+improve", {"steps": 100}).about.title
        'OKA, one-pass k-means + improve'

    Raises:
        SettingError: there is no such method, it has no such option, or its groups cannot be improved.
    """
    base = name.removesuffix(IMPROVE)
    if base not in PARTITIONERS:
        raise _unknown(name)
    method, improved = PARTITIONERS[base], base != name
    if improved:
        _require_improvable(base)
    own = _options_of(method)
    of_search = [option for option in _options_of(Improved) if improved and option != "base"]
    unknown = [option for option in options if option not in (*own, *of_search)]
    if unknown:
        message = (
            f"method {name!r} has no option {shown(unknown[0])}; it has: {', '.join([*own, *of_search]) or 'none'}"
        )
        raise SettingError(message)
    made = method(**taken_options(base, method, {o: value for o, value in options.items() if o not in of_search}))
    if not improved:
        return made
    return Improved(made, **taken_options(IMPROVE, Improved, {o: v for o, v in options.items() if o in of_search}))  # type: ignore[arg-type]  # checked by type


def _options_of(method: type) -> list[str]:
    return [field.name for field in fields(method)]


def _can_improve(name: str) -> bool:
    return name != HOUSE and PARTITIONERS[name].about.is_improvable


def _require_improvable(name: str) -> None:
    if name == HOUSE:
        message = f"method {HOUSE!r} already improves its groups, so there is no {HOUSE + IMPROVE!r}"
        raise SettingError(message, hint=f"use {HOUSE!r}, with a greater effort if need be")
    if not _can_improve(name):
        message = f"method {name!r} publishes {PARTITIONERS[name].about.publishes}; only boxes can be improved"
        raise SettingError(message, hint=f"use {HOUSE!r}, or 'mondrian{IMPROVE}'")


def _unknown(name: str) -> SettingError:
    names = [*PARTITIONERS, *(known + IMPROVE for known in PARTITIONERS if _can_improve(known))]
    message = f"no method {shown(name)}; methods are: {', '.join(PARTITIONERS)}"
    return SettingError(message, hint=nearest(name, names))
