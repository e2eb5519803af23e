"""Three attacks on a table that is k-anonymous, and the models that stop them.

Claim: with k alone a diagnosis is certain; l-diversity stops that, but not that a rare one becomes six times as likely,
nor that the organ is certain; t-closeness bounds both.
"""

# %% Twenty-four patients. Two of them have HIV, four something of the stomach.
import polars as pl

import shoal

diagnoses = """
depression depression depression depression   flu asthma fracture flu   hiv hiv flu fracture
asthma flu fracture flu   flu asthma depression fracture   gastritis ulcer polyps gastritis
"""
patients = pl.DataFrame(
    {
        "age": [21, 22, 23, 24, 26, 27, 28, 29, 45, 46, 47, 48, 50, 51, 52, 53, 66, 67, 68, 69, 71, 72, 73, 74],
        "zip": [101] * 4 + [102] * 4 + [140] * 4 + [141] * 4 + [179] * 4 + [180] * 4,
        "diagnosis": diagnoses.split(),
    }
)
stomach = ["gastritis", "ulcer", "polyps"]
organs = {"*": {"stomach": stomach, "lungs": ["flu", "asthma"], "": ["depression", "fracture", "hiv"]}}


# %% What someone who knows age and zip can be sure of.
def beliefs(*criteria: object) -> tuple[float, ...]:
    """Return the greatest shares in a group: of one diagnosis, of HIV, and of the stomach."""
    roles = {"quasi": ["age", "zip"], "sensitive": "diagnosis", "hierarchies": {"diagnosis": organs}}
    release = shoal.anonymize(patients, k=4, criteria=criteria, seed=1, **roles)
    found = pl.col("diagnosis")
    share = (found.unique_counts().max() / pl.len()).alias("any")
    groups = release.frame.group_by("age", "zip").agg(
        share, hiv=(found == "hiv").mean(), stomach=found.is_in(stomach).mean()
    )
    worst = groups.select("any", "hiv", "stomach").max().row(0)
    print(*(f"{belief:5.0%}" for belief in worst), f"  loss {release.loss:.3f}  ", *criteria or ["k alone"])
    return worst


print("  any   HIV stomach")

# %% Homogeneity: four people of one group have the same diagnosis.
assert beliefs() == (1.0, 0.5, 1.0)

# %% Skewness and similarity: no diagnosis above one half, but HIV rises from 1 in 12 to 1 in 2, and the organ is sure.
assert beliefs(shoal.LDiversity(2, "frequency")) == (0.5, 0.5, 1.0)

# %% t-closeness bounds the rise of any diagnosis, and of any organ.
_, hiv, organ = beliefs(shoal.TCloseness(0.4, distance="hierarchical"))
assert hiv <= 2 / 24 + 0.4
assert organ <= 4 / 24 + 0.4

# %% Only HIV to guard? Then say so: it costs less.
assert beliefs(shoal.AlphaK(0.25, values=["hiv"]))[1] <= 0.25
