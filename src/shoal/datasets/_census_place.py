"""Where the people of the generated census were born: countries, and the places within them.

Weights compare countries with countries and states with states. They are rounded from general knowledge of published
census tables; only their order and skew matter.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from shoal.arrays import Floats
from shoal.datasets._draw import zipf
from shoal.datasets.base import leaves

HOME = "United States"
HOME_SHARE = 0.865
PLACES = 983

ABROAD: dict[str, dict[str, int]] = {
    "Northern America": {"Canada": 265, "Bermuda": 4},
    "Central America": {
        "Mexico": 2950, "El Salvador": 265, "Guatemala": 155, "Honduras": 91, "Nicaragua": 71, "Panama": 34,
        "Costa Rica": 23, "Belize": 13,
    },
    "Caribbean": {
        "Cuba": 281, "Dominican Republic": 221, "Jamaica": 178, "Haiti": 135, "Trinidad and Tobago": 63,
        "Barbados": 17, "Grenada": 10, "Bahamas": 9,
    },
    "South America": {
        "Colombia": 164, "Ecuador": 96, "Peru": 90, "Guyana": 68, "Brazil": 68, "Argentina": 40, "Venezuela": 34,
        "Chile": 26, "Bolivia": 17, "Uruguay": 8,
    },
    "Northern and Western Europe": {
        "United Kingdom": 218, "Germany": 227, "Ireland": 50, "France": 49, "Netherlands": 31, "Sweden": 16,
        "Austria": 21, "Belgium": 11, "Norway": 11, "Denmark": 10, "Switzerland": 14, "Finland": 7,
    },
    "Southern Europe": {"Italy": 152, "Portugal": 65, "Greece": 53, "Spain": 27, "Yugoslavia": 89, "Albania": 13},
    "Eastern Europe": {
        "Poland": 150, "Russia": 109, "Ukraine": 88, "Romania": 44, "Hungary": 30, "Czechoslovakia": 27,
        "Lithuania": 9, "Latvia": 9, "Bulgaria": 11,
    },
    "Western Asia": {"Iran": 91, "Israel": 35, "Lebanon": 34, "Turkey": 25, "Iraq": 29, "Syria": 18, "Jordan": 15},
    "Southern and Central Asia": {
        "India": 329, "Pakistan": 72, "Bangladesh": 31, "Afghanistan": 15, "Sri Lanka": 8, "Nepal": 4,
    },
    "Eastern and South-Eastern Asia": {
        "Philippines": 441, "China": 318, "Vietnam": 318, "Korea": 278, "Taiwan": 105, "Japan": 112, "Hong Kong": 66,
        "Thailand": 55, "Laos": 66, "Cambodia": 44,
    },
    "Africa": {"Nigeria": 43, "Egypt": 37, "Ethiopia": 22, "South Africa": 20},
}  # fmt: skip

STATES: dict[str, dict[str, int]] = {
    "Northeast": {
        "Connecticut": 11, "Maine": 5, "Massachusetts": 23, "New Hampshire": 4, "Rhode Island": 4, "Vermont": 2,
        "New Jersey": 27, "New York": 71, "Pennsylvania": 50,
    },
    "Midwest": {
        "Illinois": 46, "Indiana": 23, "Michigan": 38, "Ohio": 45, "Wisconsin": 21, "Iowa": 15, "Kansas": 12,
        "Minnesota": 19, "Missouri": 22, "Nebraska": 8, "North Dakota": 4, "South Dakota": 4,
    },
    "South": {
        "Delaware": 2, "District of Columbia": 4, "Florida": 26, "Georgia": 26, "Maryland": 16, "North Carolina": 27,
        "South Carolina": 15, "Virginia": 22, "West Virginia": 11, "Alabama": 19, "Kentucky": 18, "Mississippi": 14,
        "Tennessee": 20, "Arkansas": 11, "Louisiana": 20, "Oklahoma": 13, "Texas": 67,
    },
    "West": {
        "Arizona": 9, "Colorado": 11, "Idaho": 5, "Montana": 4, "Nevada": 3, "New Mexico": 6, "Utah": 8, "Wyoming": 2,
        "Alaska": 2, "California": 79, "Hawaii": 4, "Oregon": 9, "Washington": 15,
    },
    "Island areas": {
        "Puerto Rico": 14, "Guam": 1, "Virgin Islands": 1, "American Samoa": 1, "Northern Marianas": 1,
    },
}  # fmt: skip

REGIONS = (HOME, *ABROAD)
"""The regions that race and education depend on."""


@cache
def country_tree() -> dict[str, object]:
    """Return the 83 countries below their regions."""
    regions = {region: list(countries) for region, countries in ABROAD.items()}
    regions["Northern America"] = [HOME, *regions["Northern America"]]
    return {"*": regions}


@cache
def birthplace_tree() -> dict[str, object]:
    """Return the 983 places: states below their parts of the United States, numbered places below other countries."""
    parts = {part: list(states) for part, states in STATES.items()}
    sizes = _places_per_country()
    return {"*": {HOME: parts, **{r: {c: _numbered(c, sizes[c]) for c in cs} for r, cs in ABROAD.items()}}}


def country_weights() -> Floats:
    """Return the chance of each country, in the order of the tree's leaves."""
    weights = {c: w for countries in ABROAD.values() for c, w in countries.items()}
    away = (1 - HOME_SHARE) / sum(weights.values())
    chances = {HOME: HOME_SHARE, **{c: w * away for c, w in weights.items()}}
    return np.array([chances[c] for c in leaves(country_tree())])


def birthplace_weights() -> Floats:
    """Return the chance of each place, in the order of the tree's leaves; places of a country follow Zipf's law."""
    states = np.array([w for part in STATES.values() for w in part.values()], np.float64)
    countries = {c: w for group in ABROAD.values() for c, w in group.items()}
    away = (1 - HOME_SHARE) / sum(countries.values())
    sizes = _places_per_country()
    return np.concatenate(
        [HOME_SHARE * states / states.sum(), *(w * away * zipf(sizes[c]) for c, w in countries.items())]
    )


def country_regions() -> list[int]:
    """Return the number in `REGIONS` of each country, in the order of the tree's leaves."""
    home = {HOME: 0}
    region = home | {c: REGIONS.index(r) for r, countries in ABROAD.items() for c in countries}
    return [region[c] for c in leaves(country_tree())]


def birthplace_regions() -> list[int]:
    """Return the number in `REGIONS` of each place, in the order of the tree's leaves."""
    sizes = _places_per_country()
    states = sum(len(part) for part in STATES.values())
    abroad = [REGIONS.index(r) for r, countries in ABROAD.items() for c in countries for _ in range(sizes[c])]
    return [0] * states + abroad


@cache
def _places_per_country() -> dict[str, int]:
    countries = {c: w for group in ABROAD.values() for c, w in group.items()}
    states = sum(len(part) for part in STATES.values())
    return dict(zip(countries, share_out(PLACES - states, list(countries.values()), least=3), strict=True))


def share_out(total: int, weights: list[int] | list[float], *, least: int) -> list[int]:
    """Return whole numbers that add up to `total`, at least `least` each, growing with the root of the weights."""
    roots = np.sqrt(np.asarray(weights, np.float64))
    exact = least + roots / roots.sum() * (total - least * len(weights))
    shares = np.floor(exact).astype(np.int64)
    shares[np.argsort(shares - exact, kind="stable")[: total - int(shares.sum())]] += 1
    return [int(share) for share in shares]


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name} {number:02d}" for number in range(1, count + 1)]
