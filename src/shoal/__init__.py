"""shoal: group similar rows and release a table in which every row looks like at least k - 1 others."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from shoal._version import __version__

if TYPE_CHECKING:
    from shoal import datasets
    from shoal.certify import Bound, bound
    from shoal.comparison.grid import compare
    from shoal.comparison.knee import Suggestion, suggest
    from shoal.criteria.k_anonymity import KAnonymity
    from shoal.errors import (
        HierarchyError,
        InfeasibleError,
        InputError,
        OutputError,
        PrivacyWarning,
        SchemaError,
        SettingError,
        ShoalError,
        VerificationError,
    )
    from shoal.pipeline import MethodInfo, anonymize, check, methods, profile
    from shoal.progress import Step
    from shoal.release import Release
    from shoal.report.recheck import CertificateCheck, verify_certificate
    from shoal.risk.profile import Profile
    from shoal.schema.column import Column
    from shoal.schema.hierarchy import Bands, Calendar, Flat, Levels, Nested, Order, Prefix
    from shoal.schema.schema import Schema
    from shoal.verify.verdict import Verdict

_HOMES = {
    "Bands": "schema.hierarchy",
    "Bound": "certify",
    "Calendar": "schema.hierarchy",
    "CertificateCheck": "report.recheck",
    "Column": "schema.column",
    "Flat": "schema.hierarchy",
    "HierarchyError": "errors",
    "InfeasibleError": "errors",
    "InputError": "errors",
    "KAnonymity": "criteria.k_anonymity",
    "Levels": "schema.hierarchy",
    "MethodInfo": "pipeline",
    "Nested": "schema.hierarchy",
    "Order": "schema.hierarchy",
    "OutputError": "errors",
    "Prefix": "schema.hierarchy",
    "PrivacyWarning": "errors",
    "Profile": "risk.profile",
    "Release": "release",
    "Schema": "schema.schema",
    "SchemaError": "errors",
    "SettingError": "errors",
    "ShoalError": "errors",
    "Step": "progress",
    "Suggestion": "comparison.knee",
    "Verdict": "verify.verdict",
    "VerificationError": "errors",
    "anonymize": "pipeline",
    "bound": "certify",
    "check": "pipeline",
    "compare": "comparison.grid",
    "methods": "pipeline",
    "profile": "pipeline",
    "suggest": "comparison.knee",
    "verify_certificate": "report.recheck",
}

__all__ = [
    "Bands",
    "Bound",
    "Calendar",
    "CertificateCheck",
    "Column",
    "Flat",
    "HierarchyError",
    "InfeasibleError",
    "InputError",
    "KAnonymity",
    "Levels",
    "MethodInfo",
    "Nested",
    "Order",
    "OutputError",
    "Prefix",
    "PrivacyWarning",
    "Profile",
    "Release",
    "Schema",
    "SchemaError",
    "SettingError",
    "ShoalError",
    "Step",
    "Suggestion",
    "Verdict",
    "VerificationError",
    "__version__",
    "anonymize",
    "bound",
    "check",
    "compare",
    "datasets",
    "methods",
    "profile",
    "suggest",
    "verify_certificate",
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
