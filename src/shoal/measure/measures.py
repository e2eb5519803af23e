"""All measures of one release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from shoal.arrays import Sizes
from shoal.encode.domain import Domain
from shoal.figure import reported
from shoal.measure.loss import SpreadLoss
from shoal.measure.sizes import GroupSizes
from shoal.measure.squares import Squares
from shoal.partition.base import Boxes

OF_MEANS = ("distortion", "distortion_uniform", "sse")
"""The measures that only a release of means has."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a release lost, by every definition.

    Attributes:
        ncp: weighted certainty penalty of the whole table; a suppressed row counts as wholly lost.
        gcp: the same as a share of the most that can be lost; 0 keeps all detail, 1 none.
        gcp_released: the same over the released rows only.
        il: GCCG's information loss, the GCP with all columns counting alike.
        diversity: Byun and Lin's total loss, on heights in the hierarchies.
        lm: Iyengar's loss metric, mean over cells.
        dm: discernibility metric.
        c_avg: mean group size over k.
        prec: Sweeney's precision, 1 keeps all detail.
        smallest: rows of the smallest group.
        largest: rows of the largest group.
        mean_size: mean rows per group.
        columns: mean NCP per cell of each column.
        distortion: Chiu and Tsai's information distortion, squared differences between rows and the means that they
            leave as, with the weights that the method has learnt for the columns; None where numbers leave otherwise.
        distortion_uniform: the same with equal weights, which compares methods.
        sse: the sum of these squared differences.
    """

    ncp: float
    gcp: float
    gcp_released: float
    il: float
    diversity: float
    lm: float
    dm: int
    c_avg: float
    prec: float
    smallest: int
    largest: int
    mean_size: float
    columns: dict[str, float]
    distortion: float | None = None
    distortion_uniform: float | None = None
    sse: float | None = None

    def to_dict(self) -> dict[str, float]:
        """Return the losses by the names of the `--json` report, without those that there are not."""
        names = ("gcp", "gcp_released", "ncp", "il", "diversity", "lm", "dm", "c_avg", "prec", *OF_MEANS)
        return {name: value for name in names if (value := getattr(self, name)) is not None}

    def reported(self) -> Measures:
        """Return the same with few digits, as others may know it; counts are those of the release, and stay.

        Squared differences from means are left out: where one row lies far off, they would tell where.
        """
        return replace(
            self,
            ncp=reported(self.ncp),
            gcp=reported(self.gcp),
            gcp_released=reported(self.gcp_released),
            il=reported(self.il),
            diversity=reported(self.diversity),
            lm=reported(self.lm),
            prec=1.0 - reported(1.0 - self.prec),
            columns={name: reported(loss) for name, loss in self.columns.items()},
            distortion=None,
            distortion_uniform=None,
            sse=None,
        )


@dataclass(frozen=True, slots=True)
class Reported:
    """What others may know of a loss; the bound and the gap where these may be known as well."""

    measures: Measures
    bound: float | None = None
    gap: float | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """What blocks of rows lost, in summaries that merge.

    Attributes:
        ncp: by the NCP, a suppressed row being wholly lost.
        released: likewise over the released rows only.
        height: by heights in the hierarchies.
        lm: by Iyengar's metric.
        sizes: how large groups are.
        squares: the squared differences from means; None where numbers leave otherwise.
    """

    ncp: SpreadLoss
    released: SpreadLoss
    height: SpreadLoss
    lm: SpreadLoss
    sizes: GroupSizes
    squares: Squares | None = None

    @classmethod
    def of(
        cls,
        domains: Sequence[Domain],
        boxes: Boxes,
        suppressed: int,
        groups: Sizes | None = None,
        squares: Squares | None = None,
    ) -> Lost:
        """Return what rows lost that are published as boxes; O(boxes · columns).

        `groups` are the sizes of the groups where these are not those of the boxes (rings have one box per row).
        """
        ncp = SpreadLoss.of(domains, boxes, suppressed, "ncp")
        return cls(
            ncp=ncp,
            released=ncp if not suppressed else SpreadLoss.of(domains, boxes, 0, "ncp"),
            height=SpreadLoss.of(domains, boxes, suppressed, "height"),
            lm=SpreadLoss.of(domains, boxes, suppressed, "lm"),
            sizes=GroupSizes.of(boxes.sizes if groups is None else groups, suppressed),
            squares=squares,
        )

    def merge(self, other: Lost) -> Lost:
        """Combine the summaries of two blocks."""
        names = [part.name for part in fields(self) if part.name != "squares"]
        squares = None if self.squares is None or other.squares is None else self.squares.merge(other.squares)
        return Lost(**{name: getattr(self, name).merge(getattr(other, name)) for name in names}, squares=squares)

    def measures(self, names: Sequence[str], k: int) -> Measures:
        """Return every measure; `names` are those of the columns."""
        ncp, height, sizes, squares = self.ncp, self.height, self.sizes, self.squares
        return Measures(
            ncp=ncp.total,
            gcp=ncp.share,
            gcp_released=self.released.share,
            il=ncp.plain_share,
            diversity=height.plain_total,
            lm=self.lm.plain_share,
            dm=sizes.dm,
            c_avg=sizes.c_avg(k),
            prec=1.0 - height.plain_share,
            smallest=sizes.smallest,
            largest=sizes.largest,
            mean_size=sizes.mean,
            columns=dict(zip(names, ncp.columns, strict=True)),
            distortion=None if squares is None else squares.weighted,
            distortion_uniform=None if squares is None else squares.uniform,
            sse=None if squares is None else squares.total,
        )


def measure(
    domains: Sequence[Domain],
    boxes: Boxes,
    *,
    suppressed: int,
    k: int,
    groups: Sizes | None = None,
    squares: Squares | None = None,
) -> Measures:
    """Return every measure of rows published as boxes; O(boxes · columns).

    `groups` are the sizes of the groups where these are not those of the boxes (rings have one box per row); `squares`
    are known where means leave.
    """
    return Lost.of(domains, boxes, suppressed, groups, squares).measures([domain.name for domain in domains], k)
