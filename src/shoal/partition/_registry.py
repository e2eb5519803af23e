"""All methods by name. The command line, the docs and the contract tests read this table."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import fields

from shoal.errors import SettingError
from shoal.partition._base import Partitioner
from shoal.partition.anatomy import Anatomy
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
from shoal.partition.incognito import Incognito
from shoal.partition.k_member import KMember
from shoal.partition.k_type import KType
from shoal.partition.kaca import Kaca
from shoal.partition.link import AverageLink, CompleteLink, SingleLink
from shoal.partition.loukides_shao import LoukidesShao
from shoal.partition.mdav import Mdav
from shoal.partition.mondrian import Mondrian
from shoal.partition.nh import Nh
from shoal.partition.oka import Oka
from shoal.partition.top_down import TopDown
from shoal.partition.topdown_kaca import TopdownKaca
from shoal.partition.wf_c_means import WfCMeans

PARTITIONERS: dict[str, type[Partitioner]] = {
    "anatomy": Anatomy,
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
    "mondrian": Mondrian,
    "nh": Nh,
    "oka": Oka,
    "single_link": SingleLink,
    "top_down": TopDown,
    "topdown_kaca": TopdownKaca,
    "wf_c_means": WfCMeans,
}


def make_partitioner(name: str, options: Mapping[str, object]) -> Partitioner:
    """Return the method of that name with the given options.

    Raises:
        SettingError: there is no such method, or it has no such option.
    """
    if name not in PARTITIONERS:
        near = difflib.get_close_matches(name, PARTITIONERS, n=1)
        message = f"no method {name!r}; methods are: {', '.join(PARTITIONERS)}"
        raise SettingError(message, hint=f"did you mean {near[0]!r}?" if near else "")
    method = PARTITIONERS[name]
    known = [field.name for field in fields(method)]  # type: ignore[arg-type]  # a protocol cannot ask for a dataclass
    unknown = [option for option in options if option not in known]
    if unknown:
        message = f"method {name!r} has no option {unknown[0]!r}; it has: {', '.join(known) or 'none'}"
        raise SettingError(message)
    return method(**options)
