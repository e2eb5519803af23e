"""shoal: group similar rows and release a table in which rows look alike in what others may know of them."""

from __future__ import annotations

import importlib

from shoal._version import __version__

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this file
if TYPE_CHECKING:
    from typing import Any

    from shoal import datasets
    from shoal.api import anonymize, bound, read_table
    from shoal.bounds.table import Bound
    from shoal.catalogue import MethodInfo, methods
    from shoal.comparison.comparison import Comparison
    from shoal.comparison.grid import compare
    from shoal.comparison.knee import Suggestion, suggest
    from shoal.criteria.alpha_k import AlphaK
    from shoal.criteria.beta_likeness import BetaLikeness
    from shoal.criteria.delta_disclosure import DeltaDisclosure
    from shoal.criteria.k_anonymity import KAnonymity
    from shoal.criteria.l_diversity import LDiversity
    from shoal.criteria.t_closeness import TCloseness
    from shoal.errors import (
        Cancelled,
        FormulaWarning,
        HierarchyError,
        InfeasibleError,
        InputError,
        OutputError,
        PrivacyWarning,
        ReadingWarning,
        SchemaError,
        SettingError,
        ShoalError,
        VerificationError,
    )
    from shoal.judge.attacks.attack import Attack
    from shoal.judge.attacks.run import attack
    from shoal.judge.usefulness.run import Utility, utility
    from shoal.look import check, profile, risk
    from shoal.progress import Cancel, Step
    from shoal.release import Release
    from shoal.report.recheck import CertificateCheck, verify_certificate
    from shoal.request.request import Request
    from shoal.risks.profile import Profile
    from shoal.risks.risk import Risk
    from shoal.schema.column import Column
    from shoal.schema.hierarchy import Bands, Calendar, Flat, Levels, Nested, Order, Prefix, TopCoded, Years, ZipThree
    from shoal.schema.schema import Schema
    from shoal.verify.verdict import Verdict
    from shoal.warming import Warmed, warm

_HOMES = {
    "AlphaK": "criteria.alpha_k",
    "Attack": "judge.attacks.attack",
    "Bands": "schema.hierarchy",
    "BetaLikeness": "criteria.beta_likeness",
    "Bound": "bounds.table",
    "Calendar": "schema.hierarchy",
    "Cancel": "progress",
    "Cancelled": "errors",
    "CertificateCheck": "report.recheck",
    "Column": "schema.column",
    "Comparison": "comparison.comparison",
    "DeltaDisclosure": "criteria.delta_disclosure",
    "Flat": "schema.hierarchy",
    "FormulaWarning": "errors",
    "HierarchyError": "errors",
    "InfeasibleError": "errors",
    "InputError": "errors",
    "KAnonymity": "criteria.k_anonymity",
    "LDiversity": "criteria.l_diversity",
    "Levels": "schema.hierarchy",
    "MethodInfo": "catalogue",
    "Nested": "schema.hierarchy",
    "Order": "schema.hierarchy",
    "OutputError": "errors",
    "Prefix": "schema.hierarchy",
    "PrivacyWarning": "errors",
    "Profile": "risks.profile",
    "ReadingWarning": "errors",
    "Release": "release",
    "Request": "request.request",
    "Risk": "risks.risk",
    "Schema": "schema.schema",
    "SchemaError": "errors",
    "SettingError": "errors",
    "ShoalError": "errors",
    "Step": "progress",
    "Suggestion": "comparison.knee",
    "TCloseness": "criteria.t_closeness",
    "TopCoded": "schema.hierarchy",
    "Utility": "judge.usefulness.run",
    "Verdict": "verify.verdict",
    "VerificationError": "errors",
    "Warmed": "warming",
    "Years": "schema.hierarchy",
    "ZipThree": "schema.hierarchy",
    "anonymize": "api",
    "attack": "judge.attacks.run",
    "bound": "api",
    "check": "look",
    "compare": "comparison.grid",
    "methods": "catalogue",
    "profile": "look",
    "read_table": "api",
    "risk": "look",
    "suggest": "comparison.knee",
    "utility": "judge.usefulness.run",
    "verify_certificate": "report.recheck",
    "warm": "warming",
}

__all__ = [
    "AlphaK",
    "Attack",
    "Bands",
    "BetaLikeness",
    "Bound",
    "Calendar",
    "Cancel",
    "Cancelled",
    "CertificateCheck",
    "Column",
    "Comparison",
    "DeltaDisclosure",
    "Flat",
    "FormulaWarning",
    "HierarchyError",
    "InfeasibleError",
    "InputError",
    "KAnonymity",
    "LDiversity",
    "Levels",
    "MethodInfo",
    "Nested",
    "Order",
    "OutputError",
    "Prefix",
    "PrivacyWarning",
    "Profile",
    "ReadingWarning",
    "Release",
    "Request",
    "Risk",
    "Schema",
    "SchemaError",
    "SettingError",
    "ShoalError",
    "Step",
    "Suggestion",
    "TCloseness",
    "TopCoded",
    "Utility",
    "Verdict",
    "VerificationError",
    "Warmed",
    "Years",
    "ZipThree",
    "__version__",
    "anonymize",
    "attack",
    "bound",
    "check",
    "compare",
    "datasets",
    "methods",
    "profile",
    "read_table",
    "risk",
    "suggest",
    "utility",
    "verify_certificate",
    "warm",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    """Load a public name when it is first asked for, so that `shoal --help` need not load the kernels."""
    if name == "datasets":
        return importlib.import_module("shoal.datasets")
    if name in _HOMES:
        return getattr(importlib.import_module(f"shoal.{_HOMES[name]}"), name)
    message = f"module 'shoal' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    """Return the public names."""
    return list(__all__)
