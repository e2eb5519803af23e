"""Whatever is given for a setting, in Python, in a settings file or on the command line: it is right, or it is refused.

`SETTINGS` says what there is to try, so a setting is covered the moment it is listed. SHOAL_FUZZ_RUNS asks for more of
the random part.
"""

from __future__ import annotations

import inspect
import os
import random
import tomllib
from copy import deepcopy
from functools import partial

import pytest
from typer.testing import CliRunner

import shoal
from shoal.checks import Number, Truth, Whole
from shoal.cli.main import app
from shoal.errors import ShoalError
from shoal.request.settings import SETTINGS, Settings
from shoal.schema.write_toml import dumps
from tests.reference.checks import MARK, MARKED, ODD, takes
from tests.reference.turns import in_turn

RUNS = int(os.environ.get("SHOAL_FUZZ_RUNS", "60"))
PEOPLE = f"age,zip,disease\n31,a,{MARK}\n34,a,flu\n36,b,{MARK}\n39,b,flu\n52,c,gout\n55,c,flu\n{MARKED},c,gout\n"
COLUMNS = {"age": {"role": "quasi"}, "zip": {"role": "quasi"}, "disease": {"role": "sensitive"}}
FULL = {"quasi": ["age", "zip"], "sensitive": "disease", "k": 2, "method": "mondrian", "seed": 1}

NO_SETTINGS = {"self", "path", "table", "original", "released", "report", "population", "second", "truth"}
"""Arguments that are tables or files: the tests of reading are on these."""

VERBS = {
    name: getattr(shoal, name)
    for name in (
        "anonymize",
        "attack",
        "bound",
        "check",
        "compare",
        "read_table",
        "risk",
        "utility",
        "verify_certificate",
    )
}
METHODS = {name: getattr(shoal.Release, name) for name in ("report", "risk", "save", "save_schema")}


@pytest.fixture
def people(tmp_path):
    """Return the path of a table with cells that no message may hold."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE, "utf-8")
    return path


def outcome(run):
    """Return the message of the error that a call ends with, empty where there is none; others are faults."""
    try:
        run()
    except ShoalError as error:
        return str(error)
    return ""


def require_discreet(text):
    """Fail where a text holds a cell, or says that something went wrong that nobody foresaw."""
    for word in (MARK, str(MARKED), "internal error", "Traceback"):
        assert word not in text


# ------------------------------------------------------------------------------------------------------------ in Python


@pytest.mark.parametrize("verb", VERBS | METHODS)
def test_every_argument_of_a_verb_is_a_setting(verb):
    assert set(inspect.signature((VERBS | METHODS)[verb]).parameters) <= {*SETTINGS, *NO_SETTINGS}


@pytest.mark.parametrize("method", METHODS)
def test_what_is_wrong_for_a_setting_is_refused_by_a_release_before_anything_is_written(method, people, tmp_path):
    release = shoal.anonymize(people, **FULL)
    place = () if method == "risk" else (tmp_path / "out.json",)
    for name in SETTINGS.keys() & inspect.signature(METHODS[method]).parameters.keys():
        for value in ODD:
            if takes(SETTINGS[name], value) is False:
                assert name in outcome(partial(METHODS[method], release, *place, **{name: value}))
    assert list(tmp_path.iterdir()) == [people]


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_wrong_for_a_setting_is_refused_before_any_table_is_read(verb, tmp_path):
    parameters = inspect.signature(VERBS[verb]).parameters
    absent = [str(tmp_path / "absent.csv")] * sum(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters.values())
    required = {"quasi": "age"} if verb in ("check", "risk") else {}
    for name in SETTINGS.keys() & parameters.keys():
        check = SETTINGS["ks" if name == "k" and "ks" in parameters else name]  # k may be several there
        for value in ODD:
            if takes(check, value) is False:
                words = outcome(partial(VERBS[verb], *absent, **{**required, name: value}))
                assert name in words, f"{name} takes a {type(value).__name__}"
                assert "absent.csv" not in words
                require_discreet(words)


# -------------------------------------------------------------------------------------------------- in a settings file


def in_toml(value):
    """Return a value as TOML reads it back; None where it has no form there."""
    try:
        return tomllib.loads(dumps({"it": value}))["it"]
    except (ShoalError, TypeError, ValueError, AttributeError):
        return None


ODD_IN_TOML = [value for value in map(in_toml, ODD) if value is not None]


@pytest.mark.parametrize("name", [field for field in Settings.__dataclass_fields__ if field != "criteria"])
def test_what_is_wrong_for_a_setting_is_refused_in_a_file_with_its_name(name, people, tmp_path):
    path = tmp_path / "shoal.toml"
    for value in ODD_IN_TOML:
        if takes(SETTINGS[name], value) is False:
            path.write_text(dumps({"run": {"k": 2, name: value}, "columns": COLUMNS}), "utf-8")
            words = outcome(lambda: shoal.bound(people, schema=path))
            assert f"[run] in shoal.toml: {name}" in words or f"[run] in shoal.toml: a key of {name}" in words
            require_discreet(words)


def random_document(rng):
    """Return the text of a settings file that is right but for some of its places, which hold anything."""
    anything = [*ODD_IN_TOML, {"flat": 5}, {"prefix": [2, 1]}, {"bands": [0]}]
    trees = [{"tree": {"*": ["a", "b"]}}, {"levels": [["a", "*"]]}, {"order": ["a"]}, {"calendar": ["day"]}, "flat"]
    column = {"role": "quasi", "kind": "categorical", "weight": 1.0, "hierarchy": rng.choice(trees)}
    document = {
        "run": {"k": 2, "method": "mondrian", "seed": 1, "read": {"null": ["NA"]}, "options": {"mode": "strict"}},
        "criteria": [{"model": "l-diversity", "l": 2, "column": "disease"}, {"model": "t-closeness", "t": 0.9}],
        "columns": {**deepcopy(COLUMNS), "zip": column, "age": {"role": "quasi", "domain": [0, 100000]}},
    }
    document = deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        table = document
        while True:
            key = rng.choice(list(table) if isinstance(table, dict) else range(len(table)))
            if not isinstance(table[key], dict | list) or not table[key] or rng.random() < 0.2:
                break
            table = table[key]
        if rng.random() < 0.2 and isinstance(table, dict):
            table[rng.choice(["", "x", "k", "role", "flat", "a.b", "é"])] = deepcopy(rng.choice(anything))
        else:
            table[key] = deepcopy(rng.choice(anything))
    return dumps(document)


@in_turn("seed", range(4))
def test_any_settings_file_gives_a_release_or_a_reason(seed, people, tmp_path):
    rng = random.Random(seed)
    path = tmp_path / "shoal.toml"
    for _ in range(RUNS // 4):
        path.write_text(random_document(rng), "utf-8")
        require_discreet(outcome(lambda: shoal.anonymize(people, schema=path)))


DEEP = 900
TEXTS = {
    "no TOML": "k = = 2",
    "an endless number": f"[run]\nk = {'9' * 5000}\n",
    "a long number": f"[run]\nk = {'9' * 400}\n",
    "a long weight": f"[columns.zip]\nrole = 'quasi'\nweight = {'9' * 400}\n",
    "a long domain": f"[columns.age]\nrole = 'quasi'\ndomain = [0, {'9' * 400}]\n",
    "long bands": f"[columns.age]\nrole = 'quasi'\nhierarchy = {{ bands = [{'9' * 400}] }}\n",
    "a long band origin": f"[columns.age]\nrole = 'quasi'\nhierarchy = {{ bands = [5], origin = {'9' * 400} }}\n",
    "lists too deep": f"[run]\nk = {'[' * DEEP}{']' * DEEP}\n",
    "tables too deep": f"[run]\nk = {'{a = ' * DEEP}1{'}' * DEEP}\n",
    "a tree too deep": f"[columns.zip.hierarchy.tree.{'.'.join(f'a{i}' for i in range(DEEP))}]\nleaf = ['a', 'b']\n",
    "NUL in a path": "[columns.zip]\nrole = 'quasi'\nhierarchy = { file = \"a\\u0000b\" }\n",
    "nobody's home": "[columns.zip]\nrole = 'quasi'\nhierarchy = { file = '~nobody0/zip.csv' }\n",
    "criteria as a table": "[criteria]\nmodel = 5\n",
    "a criterion of no model": "[[criteria]]\nmodel = 5\n",
    "a criterion for no column": "[[criteria]]\nmodel = 'l-diversity'\nl = 2\ncolumn = 5\n",
    "a criterion of a date": "[[criteria]]\nmodel = 't-closeness'\nt = 2024-01-01\n",
    "values of lists": "[[criteria]]\nmodel = 'alpha-k'\nalpha = 0.5\nvalues = [[1]]\n",
    "a role that is a table": "[columns.age]\nrole = { a = 1 }\n",
    "columns in a list": "[[columns]]\nname = 'age'\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_odd_settings_file_is_refused(text, people, tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text(text, "utf-8")
    words = outcome(lambda: shoal.anonymize(people, **{**FULL, "schema": path, "k": None if "k =" in text else 2}))
    assert words
    require_discreet(words)


# ------------------------------------------------------------------------------------------------ on the command line

TYPED = (
    "", " ", "x", "no", "true", "0", "1", "2", "-1", "2.5", "1e400", "nan", "inf", "9" * 400, "9" * 5000, "a=b", "age=",
# ----------------------------------------------------------------------------------------------- on the command line
    "x" * 140_000,
)  # fmt: skip
OPTIONS = {
    "k": "-k", "method": "--method", "effort": "--effort", "seed": "--seed", "missing": "--missing", "style": "--style",
    "suppress": "--suppress", "loss": "--loss", "options": "--option", "weights": "--weight", "kinds": "--kind",
    "quasi": "--quasi", "sensitive": "--sensitive", "identifiers": "--identifier", "pseudonymize": "--pseudonymize",
    "hierarchies": "--hierarchies", "schema": "--schema", "mapping": "--mapping", "read": "--separator",
}  # fmt: skip
OTHERS = (
    "--hierarchy", "--l", "--l-kind", "--c", "--alpha", "--alpha-values", "--t", "--t-distance", "--beta",
    "--beta-kind", "--delta", "--encoding", "--null", "--sheet", "--format", "--save-schema", "--report", "-o",
)  # fmt: skip


def as_typed(name, text):
    """Return what a text on the command line stands for; None where the option has a form of its own."""
    form = {Whole: int, Number: float, Truth: None}.get(type(SETTINGS[name]), str)
    if name in ("options", "weights", "kinds", "read", "quasi", "sensitive", "identifiers", "pseudonymize", "schema"):
        return None
    try:
        return form(text)
    except ValueError:
        return text


def run(*arguments):
    """Return the exit code of a command and all that it says."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="shoal")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stderr


@pytest.mark.parametrize("option", [*OPTIONS.values(), *OTHERS])
def test_whatever_is_typed_gives_a_release_or_a_reason(option, people, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = {typed: name for name, typed in OPTIONS.items()}.get(option)
    rng = random.Random(option)
    for text in rng.sample(TYPED, min(len(TYPED), max(2, RUNS // 30))):
        given = {"-k": 2, "--method": "mondrian", "--quasi": "age,zip", "--sensitive": "disease", "-o": "out.csv"}
        code, words = run("anonymize", people, *(one for pair in (given | {option: text}).items() for one in pair))
        require_discreet(words)
        assert code in (0, 2, 3), words
        meant = None if name is None else as_typed(name, text)
        if meant is not None and takes(SETTINGS[name], meant) is False:
            assert code == 2, f"{option} takes {text[:20]!r}"
