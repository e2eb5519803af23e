"""A verified release, and what is known about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

import polars as pl

from shoal.criteria.base import Criterion
from shoal.criteria.guarding import is_guardian
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.registry import criterion_facts
from shoal.errors import InputError, OutputError, warn_caller
from shoal.figure import reported_bound, reported_gap
from shoal.forms.base import Promise
from shoal.forms.registry import FORMS
from shoal.generalize.names import Names
from shoal.make.alone import unique_in_parts
from shoal.make.beside import Beside
from shoal.make.filed import require_held
from shoal.make.judged import refuse_population, risk_in_columns
from shoal.make.stored import Stored
from shoal.measure.measures import Measures, Reported
from shoal.partition.base import Effort, FormName
from shoal.partition.registry import about_of, searches
from shoal.report.before import Pending
from shoal.report.release_words import ReleaseWords
from shoal.request.request import Request
from shoal.request.settings import RUN, Settings, checked
from shoal.risks.against import against_of
from shoal.risks.risk import THRESHOLD, Against, Risk, risk_of
from shoal.schema.schema import Schema
from shoal.table.atomic import together
from shoal.table.format import FormatName
from shoal.table.formula import neutralized, warn_of_formulas
from shoal.table.path import user_path
from shoal.table.write import explained, format_of, second_place, write_table
from shoal.verify.unique import Unique, unique_in
from shoal.verify.verdict import Verdict

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # that of typing has no default before Python 3.13

    from shoal.report.three_tests import Measured

    FrameT = TypeVar("FrameT", default=Any)
else:
    from typing import TypeVar

    FrameT = TypeVar("FrameT")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Release(ReleaseWords, Generic[FrameT]):
    """A table that may leave: it was verified by its own cells before this object was made.

    `Release[pd.DataFrame]` is one of a pandas table; anyone who does not care writes `Release`.

    Attributes:
        frame: the released table, of the same kind as the table that came in.
        data: the same as a polars frame; a lazy one where the release is on disk.
        second: the sensitive table, in the form "two tables"; else None.
        rows: rows of the table that came in.
        suppressed: rows that were dropped.
        measures: what was lost, by every definition.
        verdict: what the released table guarantees.
        settings: what was asked for, the seed included.
        form: how the method publishes: "box", "centroid", "levels", ...
        notes: what the method learnt, by name.
        schema: what each column was taken for.
        inferred: sentences on what was inferred rather than given.
        seconds: how long it took.
        bound: a loss that no release of this table with this k can go below, proved; None where it was not sought, or
            came out below a tenth of the loss, where it says nothing: `shoal.bound` takes more time to prove more.
    """

    frame: FrameT
    data: pl.DataFrame
    second: pl.DataFrame | None
    rows: int
    suppressed: int
    measures: Measures
    verdict: Verdict
    settings: Settings
    form: FormName
    notes: Mapping[str, object]
    schema: Schema
    inferred: tuple[str, ...]
    seconds: float
    bound: float | None = None
    _before: Pending | None = None
    _reported: Measures | None = None
    _beside: Beside = field(default_factory=Beside)
    _at_home: tuple[str, ...] = ()
    _counted: dict[str, Unique | None] = field(default_factory=dict)
    _stored: Stored | None = None

    @property
    def loss(self) -> float:
        """Return the GCP of all rows, each that was dropped being wholly lost: 0 keeps all detail, 1 none."""
        return self.measures.gcp

    @property
    def released_loss(self) -> float:
        """Return the GCP of the rows that were released: the same as `loss` where none was dropped, else less."""
        return self.measures.gcp_released

    @property
    def gap(self) -> float | None:
        """Return by how much of itself the bound is exceeded: 0 where no release loses less; None without a bound."""
        return max(0.0, self.loss / self.bound - 1.0) if self.bound else None

    @property
    def reported(self) -> Reported:
        """Return what others may know of the loss and the bound: what every report, file and line on it holds.

        The losses have few digits, and are measured on what the release shows: `loss`, `measures` and `bound` speak of
        the originals, and anyone who divides one by the other learns the range of rows that were left out, or of ends
        that a midpoint hides. The bound is about all originals, so it is reported only where all of them show.
        """
        measures = (self._reported or self.measures).reported()
        if self.bound is None or self._reported is not None or self.suppressed:
            return Reported(measures)
        return Reported(measures, reported_bound(self.loss, self.bound), reported_gap(self.loss, self.bound))

    @property
    def told(self) -> Reported:
        """Return `reported`, by the name that it had."""
        warn_caller("Release.told is now Release.reported; the old name goes with the next release", DeprecationWarning)
        return self.reported

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Return what every group holds besides k rows, each criterion for one sensitive column."""
        return self.settings.promised([column.name for column in self.schema.of_role("sensitive")])[1:]

    @property
    def request(self) -> Request:
        """Return what was asked for, as a value that other calls take; all that was inferred is said in it.

        It names every column that was released, so it does not ask to keep others: a table that has more columns leaves
        without them. Columns that were left out are not in it.
        """
        named = Schema(tuple(column for column in self.schema.columns if column.role != "omitted"))
        return Request(named, {name: getattr(self.settings, name) for name in RUN if name != "keep_others"})

    @property
    def kept(self) -> tuple[str, ...]:
        """Return the columns that were released as they are: those to keep, sensitive ones not among them."""
        return tuple(column.name for column in self.schema.of_role("plain"))

    @property
    def left_out(self) -> tuple[str, ...]:
        """Return the columns that stayed at home because nobody gave them a role; identifiers are not among them."""
        return tuple(column.name for column in self.schema.of_role("omitted"))

    @property
    def repeatable(self) -> bool:
        """Return whether the same table, settings and seed give the same groups again.

        They do not where sensitive values have a say in the groups, these are varied, or the method rests on a draw
        that nobody may make again: the system draws then, and the seed says little. It is not published in that case.
        """
        guarded = any(is_guardian(criterion) for criterion in self.criteria)
        return not (guarded or self.settings.vary or about_of(self.settings.method).rests_on_secret)

    @property
    def effort(self) -> Effort | None:
        """Return how long the method was to search; None where it does not search."""
        return (self.settings.effort or "balanced") if searches(self.settings.method) else None

    @property
    def stopped(self) -> str | None:
        """Return why the search ended: "done", "interrupted", "out of time"; None where there was none."""
        reason = self.notes.get("stopped")
        return None if reason is None else str(reason)

    @property
    def verified(self) -> bool:
        """Return whether what groups promise was counted; False where the method's own account is all there is."""
        return FORMS[self.form].is_verified

    @property
    def groups(self) -> int:
        """Return the number of groups that the released table shows."""
        return self.verdict.groups

    @property
    def singled_out(self) -> Unique | None:
        """Return how many released rows, or people where a person was named, are unique over more than quasi columns.

        k is about the quasi columns alone. This counts who stands alone over all released columns, and over the quasi
        columns with any one column that leaves as it is. None for releases in the forms "ring" and "synthetic", whose
        rows are nobody's own. Counted when first asked for, O(n · columns), and kept. Rows are counted where it is not
        known any more whose they are, as after pickling.
        """
        if "unique" not in self._counted:
            self._counted["unique"] = self._unique() if FORMS[self.form].shows_promise else None
        return self._counted["unique"]

    @property
    def singled_out_if_known(self) -> Unique | None:
        """Return `singled_out` where it was counted, or is soon: not for a release on disk before it was asked for."""
        return self.singled_out if self._stored is None else self._counted.get("unique")

    def _unique(self) -> Unique:
        there = self.data.columns if self._stored is None else self._stored.large.names.columns
        as_is = [c.name for c in self.schema.columns if c.role in ("sensitive", "plain") and c.name in there]
        if self._stored is None:
            return unique_in(self.data, self.verdict.quasi, as_is, self._beside.series)
        large = self._stored.large
        return unique_in_parts(large.data, self.verdict.quasi, as_is, there, self.verdict.rows, large.who)

    @property
    def unguarded(self) -> Mapping[str, str]:
        """Return for each sensitive column that no criterion guards, where its value is certain or likely, in words.

        A column is not here where no group has a value that more than nine in ten of it share.
        """
        guarded = {criterion.column for criterion in self.criteria}
        found = {name: certain for name, certain in self.verdict.certain.items() if name not in guarded}
        return {name: f"{certain.words}; {certain.remedy}" for name, certain in found.items() if certain.words}

    @checked
    def risk(
        self,
        *,
        population: object = None,
        fraction: float | None = None,
        k_map: int | None = None,
        threshold: float = THRESHOLD,
    ) -> Risk | None:
        """Return what an attacker gains from the released rows; the options are those of `shoal.risk`.

        The population is raw, like the table that came in: of whom each row may be, those are counted whose values lie
        inside its cells.

        None for a release in the form "ring", "synthetic" or "two tables": its rows are not protected by looking alike,
        so counting the rows that do says nothing of them. O(n · columns).
        """
        if not FORMS[self.form].shows_groups:
            return None
        asked = Against(fraction=fraction, k_map=k_map, threshold=threshold)
        sensitive = [column.name for column in self.schema.of_role("sensitive")]
        if self._stored is not None:
            data = self._stored.large.data
            refuse_population(population, data.name)
            return risk_in_columns(data, self.verdict.quasi, sensitive, None, asked)
        against = against_of(asked, population, self.data, self.verdict.quasi, self.schema.of_role("quasi"))
        return risk_of(self.data, self.verdict.quasi, sensitive, against)

    @checked
    def save(
        self,
        path: str | Path,
        *,
        format: FormatName | None = None,
        separator: str = ",",
        neutralize_formulas: bool = False,
    ) -> None:
        """Write the released table, wholly or not at all; the format follows the file name unless given.

        What the release promises is judged once more, on the cells that the file will hold. A second table goes to a
        file beside it, with `-sensitive` added to its name; both appear, or none does.

        Args:
            path: the file, or "-" for standard output.
            format: csv, tsv, parquet, arrow or excel.
            separator: what stands between the fields of a CSV file.
            neutralize_formulas: put a `'` before every text, and every name of a column, that a spreadsheet would take
                for a formula when it opens a CSV file. Without it a `FormulaWarning` says where there are such.

        Raises:
            OutputError: it cannot be written; the format cannot hold what is promised; or there are two tables and
                `path` is no file name.
        """
        if self.second is not None and str(path) == "-":
            message = "this release has two tables, which cannot both go to one stream"
            raise OutputError(message, hint="give a file name")
        if self._stored is not None:
            self._stored.save(path, format=format, separator=separator, neutralize=neutralize_formulas)
            return
        held = format_of(path, format)
        criteria = self.settings.promised([column.name for column in self.schema.of_role("sensitive")])
        data, second = self.data, self.second
        names = Names(tuple(data.columns), self.verdict.quasi, () if second is None else tuple(second.columns))
        person = self._beside.series
        if self.settings.person is not None and person is None:  # what counts people cannot be counted any more
            criteria = (KAnonymity(self.settings.k),)
        promise = Promise(names, self.schema.of_role("sensitive"), criteria, person)
        require_held(FORMS[self.form], data, second, promise, held)
        if held == "csv" and neutralize_formulas:
            data, second = neutralized(data), None if second is None else neutralized(second)
        with explained(str(path)), together():
            if second is not None:
                write_table(second, second_place(path), format=format, separator=separator)
            write_table(data, path, format=format, separator=separator)
        if held == "csv":
            warn_of_formulas({"the release": data} | ({} if second is None else {"the second table": second}))

    @checked
    def report(
        self,
        path: str | Path,
        *,
        file: str | Path | None = None,
        sign: str | Path | None = None,
        attacks: Sequence[Measured] = (),
    ) -> None:
        """Write a report on the release: a page that stands by itself for `.html`, the same facts for `.json`.

        It shows what was asked and verified, what was lost and what is still at risk, with pictures, and some released
        rows; of the originals it holds rounded shares only, no cell that is not in the release. It ends with a
        certificate, which `shoal.verify_certificate` checks.

        Args:
            path: where the report goes; the end of its name says which kind.
            file: where the release was saved: the certificate then speaks of the bytes of that file, else of the table
                as CSV.
            sign: a file with a private key, as `shoal keygen` writes it, to sign the certificate with; needs the extra
                `shoal[sign]`.
            attacks: what `shoal.attack` found on this release, to stand in the report beside what was counted.

        Raises:
            OutputError: it cannot be written, or its name ends otherwise.
            InputError: `file` or the key cannot be read.
            SettingError: the key takes a password that is not given, or the extra is not installed.
        """
        from shoal.report.facts import gather
        from shoal.report.large import gather_large
        from shoal.report.page import page
        from shoal.report.write import require_report, write_report

        require_report(path)
        saved = None if file is None else user_path(file, "the released file", InputError)
        second = None if saved is None or self.second is None else second_place(saved)
        if self._stored is None:
            before = None if self._before is None else self._before.read()
            facts = gather(self, before, file=saved, second=second, sign=sign, attacks=attacks)
        else:
            facts = gather_large(self, self._stored.large, file=saved, sign=sign, attacks=attacks)
        write_report(path, facts, to_page=page)

    @checked
    def save_schema(self, path: str | Path) -> None:
        """Write a `shoal.toml` from which the same table gives the same groups again, and the same columns.

        Every column that was released is named in it with its role, those of `keep_others` too: columns that another
        table has besides stay at home, unless `keep_others` is asked for once more.

        A search that ran out of its seconds, or was interrupted, may end elsewhere the next time; and a release that is
        not `repeatable` never comes out the same again.
        """
        self.request.save(path)

    def to_dict(self) -> dict[str, object]:
        """Return the report of the run as plain values; it holds counts and what is `reported` of the loss, no cell.

        Columns that were left out are named by their places where the names of the table look like cells.
        """
        known = self.reported
        return {
            "rows": self.rows,
            "released": self.rows - self.suppressed,
            "groups": self.groups,
            "k": self.settings.k,
            "max_risk": self.settings.max_risk,
            "preset": self.settings.preset,
            "quasi": list(self.verdict.quasi),
            "method": self.settings.method,
            "effort": self.effort,
            "form": self.form,
            "seed": self.settings.seed if self.repeatable else None,
            "seconds": self.seconds,
            "suppressed": self.suppressed,
            "smallest": self.verdict.smallest,
            "largest": self.verdict.largest,
            "loss": known.measures.to_dict(),
            "bound": known.bound,
            "gap": known.gap,
            "stopped": self.stopped,
            "criteria": [criterion_facts(criterion) for criterion in self.criteria],
            "columns": {name: {"loss": loss} for name, loss in known.measures.columns.items()},
            "sensitive": {name: levels.to_dict() for name, levels in self.verdict.levels.items()},
            "certain": {name: certain.to_dict() for name, certain in self.verdict.certain.items()},
            "unique": None if self.singled_out_if_known is None else self.singled_out_if_known.to_dict(),
            "kept": list(self.kept),
            "left_out": list(self._at_home),
            "inferred": list(self.inferred),
            "people": None if self.verdict.persons is None else self.verdict.persons._asdict(),
            "verified": self.verified,
            "engine": self.notes.get("engine", "memory"),
            "blocks": self.notes.get("blocks"),
        }
