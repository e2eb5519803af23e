"""How large the experiments are: as in the papers, or small enough to be run at every change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes and seeds.

    Attributes:
        name: `full` or `quick`.
        seeds: how many seeds of methods that draw, on tables of Adult's size.
        he_rows, he_d, he_k, he_seeds: figures 6 and 7 of He et al.
        he_bound_d: for how many columns what is least possible is looked for, which takes long.
        he_grown: the rows of figures 8 and 9.
        adult_rows: rows of Adult that are drawn, or 0 for all.
        lin_wei_k: the values of k of Lin and Wei, whose own are lost.
        number_seeds: how many seeds for the small tables of Chiu and Tsai.
        ni_k: the values of k of Ni et al.
        kaca_k: those for which KACA begins with single rows, which takes long.
        parallel: for parallel GCCG, tables that are large enough for threads to matter.
    """

    name: str
    seeds: int
    he_rows: int
    he_d: tuple[int, ...]
    he_k: tuple[int, ...]
    he_seeds: int
    he_bound_d: tuple[int, ...]
    he_grown: tuple[int, ...]
    adult_rows: int
    lin_wei_k: tuple[int, ...]
    number_seeds: int
    ni_k: tuple[int, ...]
    kaca_k: tuple[int, ...]
    parallel: tuple[str, ...]


FULL = Plan(
    name="full",
    seeds=5,
    he_rows=200_000,
    he_d=(3, 4, 5, 6),
    he_k=(50, 100, 150, 200, 250),
    he_seeds=3,
    he_bound_d=(3,),
    he_grown=(100_000, 200_000, 300_000, 400_000, 500_000),
    adult_rows=0,
    lin_wei_k=(2, 5, 10, 20, 50, 100),
    number_seeds=20,
    ni_k=(3, 4, 5, 6, 7, 8, 9, 10),
    kaca_k=(3, 4, 5, 6, 7, 8, 9, 10),
    parallel=("adult/ni", "adult/eight", "sal/200000/7/leaves"),
)

QUICK = Plan(
    name="quick",
    seeds=2,
    he_rows=10_000,
    he_d=(3, 5),
    he_k=(50, 150, 250),
    he_seeds=1,
    he_bound_d=(),
    he_grown=(10_000, 20_000, 40_000),
    adult_rows=3_000,
    lin_wei_k=(5, 20, 50),
    number_seeds=3,
    ni_k=(3, 6, 10),
    kaca_k=(3, 10),
    parallel=("adult/ni/8000", "sal/20000/7/leaves"),
)
PLANS = {plan.name: plan for plan in (FULL, QUICK)}
