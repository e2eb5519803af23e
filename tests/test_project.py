"""What the project promises about itself: its names, links, limits and files."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import numba
import pytest
import typer.testing
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import shoal
from shoal.cli.main import app
from shoal.datasets import patients, visits

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "changelog.d").glob("*.md")])
RECORDS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))

OPTIONAL = [
    "altair",
    "cryptography",
    "fastapi",
    "fastexcel",
    "pandas",
    "pyreadstat",
    "pyspark",
    "sklearn",
    "sqlalchemy",
    "uvicorn",
    "xlsxwriter",
]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ------------------------------------------------------------------------------------------------------- files in git


def files_in_git() -> list[Path]:
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    paths = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


@pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="needs the git checkout, to know which files are the project's"
)
@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("the path of someone's machine", r"(?<![\w.~-])/(?:work|root|home|Users|mnt)/\w"),
        ("the path of someone's machine", r"[A-Z]:\\Users\\"),
        ("the host of a package registry", r"\bpypi\.(?:org|io)|pythonhosted\.org|anaconda\.(?:org|com)|npmjs\."),
        ("the address of a package index", r"index-url[ =]|/simpl[e]/"),
    ],
)
def test_no_file_holds(what: str, pattern: str):
    found = [
        f"{name_of(path)}:{number}"
        for path in files_in_git()
        for number, line in enumerate(path.read_text("utf-8", errors="ignore").splitlines(), 1)
        if re.search(pattern, line)
    ]
    assert found == [], f"{what} in {found}"


# ------------------------------------------------------------------------------------------------------- dependencies


def pins() -> list[Requirement]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def test_constraints_are_names_and_versions_without_addresses():
    for pin in pins():
        assert pin.url is None
        assert [specifier.operator for specifier in pin.specifier] == ["=="], pin.name
    assert "://" not in (ROOT / "constraints.txt").read_text("utf-8")


def test_what_pyproject_asks_for_is_pinned_within_its_range():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [
        *project["dependencies"],
        *extras["excel"],
        *extras["learn"],
        *extras["sign"],
        *extras["docs"],
        *extras["dev"],
    ]
    for requirement in map(Requirement, wanted):
        if requirement.name == project["name"]:
            continue
        versions = [
            next(iter(pin.specifier)).version
            for pin in pins()
            if canonicalize_name(pin.name) == canonicalize_name(requirement.name)
        ]
        assert versions, f"{requirement.name} is not in constraints.txt"
        assert all(requirement.specifier.contains(version) for version in versions), requirement.name


def test_importing_shoal_loads_no_optional_library():
    script = f"import shoal, sys; print(*sorted(set({OPTIONAL}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# -------------------------------------------------------------------------------------------------------- public names


def test_public_names_are_sorted_and_there():
    assert list(shoal.__all__) == sorted(shoal.__all__)
    for name in shoal.__all__:
        assert getattr(shoal, name) is not None, name


def test_nothing_is_public_by_accident():
    assert set(dir(shoal)) == set(shoal.__all__)


def test_the_api_page_describes_the_public_names_and_no_others():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    described = re.findall(r"^#{2,4} `shoal\.(\w+)", page, flags=re.MULTILINE)
    assert len(described) == len(set(described))
    assert set(described) == {name for name in shoal.__all__ if not name.startswith("__")}


def test_the_api_page_describes_every_argument_of_anonymize():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    section = page.partition("### `shoal.anonymize")[2].partition("\n### ")[0]
    described = re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE)
    assert sorted(described) == sorted(inspect.signature(shoal.anonymize).parameters)


def test_the_api_page_names_every_dataset():
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert [name for name in shoal.datasets.__all__ if f"`{name}" not in page] == []


def test_the_version_is_written_once():
    version = shoal.__version__
    assert version in (ROOT / "src" / "shoal" / "_version.py").read_text("utf-8")
    assert f'"{version}"' not in (ROOT / "pyproject.toml").read_text("utf-8")


# --------------------------------------------------------------------------------------------------------------- pages


def prose(path: Path) -> str:
    """Return a page without its code."""
    text = re.sub(r"^(```|~~~).*?^\1", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


@functools.cache
def anchors(path: Path) -> set[str]:
    """Return the anchors that the headings of a page make."""
    text = re.sub(r"^(```|~~~).*?^\1", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def relative_links() -> Iterator[tuple[Path, str]]:
    """Yield every page with each link of it that names no address."""
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
            if not re.match(r"[a-z]+:", target):
                yield page, target


def test_relative_links_lead_somewhere():
    for page, target in relative_links():
        file, _, anchor = target.partition("#")
        goal = (page.parent / file).resolve() if file else page
        assert goal.exists(), f"{name_of(page)}: {target} leads nowhere"
        assert goal.is_relative_to(ROOT), f"{name_of(page)}: {target} leads out of the project"
        assert not anchor or anchor in anchors(goal), f"{name_of(page)}: {target}: no such heading"


@pytest.fixture(scope="module")
def example_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the pages speak of: patients.csv, a release of it, and visits.csv."""
    folder = tmp_path_factory.mktemp("examples")
    quasi = ["age", "sex", "zip", "admitted"]
    table = patients(300, seed=1).frame
    table.write_csv(folder / "patients.csv")
    visits(400, seed=1).frame.write_csv(folder / "visits.csv")
    kept = table.drop("marital_status", "occupation")
    names = ["patient_id", "name"]
    roles = {"quasi": quasi, "sensitive": "diagnosis", "identifiers": names}
    shoal.anonymize(kept, k=5, method="mondrian", **roles).save(folder / "release.csv")
    return folder


def commands(block: str) -> list[list[str]]:
    """Return the arguments of each call of shoal in a block of shell lines; lines with pipes are left out."""
    lines = [line.partition(">")[0] for line in block.splitlines() if line.startswith("shoal ") and "|" not in line]
    return [shlex.split(line, comments=True)[1:] for line in lines]


SEARCH = {"--method", "--effort", "--schema", "-m"}


def quickly(anonymize: Callable[..., shoal.Release]) -> Callable[..., shoal.Release]:
    """Return `anonymize` with a short search, where an example says neither the method nor the effort."""

    @functools.wraps(anonymize)
    def quick(*args: object, **asked: object) -> shoal.Release:
        return anonymize(
            *args, **{"effort": "fast"} | asked if {"method", "schema", "request"}.isdisjoint(asked) else asked
        )

    return quick


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the pages search tables of a thousand rows")
@pytest.mark.parametrize("page", [page for page in PAGES if "```" in page.read_text("utf-8")], ids=name_of)
def test_examples_on_a_page_run(page: Path, example_files: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(example_files)
    monkeypatch.setattr(shoal, "anonymize", quickly(shoal.anonymize))
    names: dict[str, object] = {}
    for language, block in re.findall(
        r"^```(\w+)\n(.*?)^```$", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    ):
        if language == "python":
            exec(compile(block, name_of(page), "exec"), names)
        for arguments in commands(block) if language == "sh" else []:
            quick = ["--effort", "fast"] if arguments[0] == "anonymize" and not {*arguments} & SEARCH else []
            done = typer.testing.CliRunner().invoke(app, [*arguments, *quick])
            assert done.exit_code == 0, f"shoal {shlex.join(arguments)}: {done.output}"


def test_every_page_of_the_docs_is_in_the_navigation():
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not re.search(rf": {re.escape(page)}$", navigation, flags=re.MULTILINE)] == []


def test_decisions_are_numbered_without_gaps():
    assert [int(path.name[:4]) for path in RECORDS] == list(range(1, len(RECORDS) + 1))


def test_a_decision_says_context_choice_and_cost_on_a_page():
    for record in RECORDS:
        text = record.read_text("utf-8")
        headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
        assert headings == ["Context", "Choice", "What we gave up"], name_of(record)
        assert len(text.splitlines()) <= 60, name_of(record)


def test_changelog_fragments_are_named_rightly_and_one_sentence_long():
    for path in (ROOT / "changelog.d").iterdir():
        if path.name == "README.md":
            continue
        assert re.fullmatch(r"\+[a-z0-9-]+\.(added|changed|fixed|removed|security)\.md", path.name), path.name
        text = path.read_text("utf-8")
        assert text.endswith(".\n"), path.name
        assert len(text.splitlines()) == 1, path.name


# --------------------------------------------------------------------------------------------------------------- sizes


def test_files_and_functions_fit_in_the_head():
    for source in SOURCES:
        text = source.read_text("utf-8")
        assert len(text.splitlines()) <= 400, name_of(source)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                length = body[-1].end_lineno - body[0].lineno + 1 if body else 0
                assert length <= 60, f"{name_of(source)}: {node.name} has {length} lines"


def test_the_walk_through_the_tree_names_what_is_there():
    walk = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Find your way")[2].partition("\n## ")[0]
    named = re.findall(r"`([\w/]+(?:\.py|/))`", walk)
    assert len(named) > 40
    homes = (ROOT / "src" / "shoal", ROOT / "src" / "shoal" / "kernels")
    assert [path for path in named if not any((home / path).exists() for home in homes)] == []


# --------------------------------------------------------------------------------------------------------------- words

NO_WORDS = re.compile(
    r"\b(wish|wishes|anew|whoever|somebody|at hand|a trifle|can_be_distinguished|as_meant)\b", re.IGNORECASE
)


def test_words_that_were_given_up_do_not_come_back():
    package = ROOT / "src" / "shoal"
    found = {
        str(path.relative_to(package)): words
        for path in sorted(package.rglob("*.py"))
        if (words := NO_WORDS.findall(path.read_text("utf-8")))
    }
    assert found == {}
