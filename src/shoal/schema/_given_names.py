"""Given names that are frequent where tables in English come from, without those that are also places or words."""

from __future__ import annotations

_LISTED = """
Aaron Adam Alan Albert Alexander Alice Amanda Amy Andrea Andrew Angela Ann Anna Anthony Barbara Benjamin Betty Brandon
Brenda Brian Carol Caroline Catherine Charles Cheryl Christina Christine Christopher Cynthia Daniel David Deborah
Debra Dennis Diane Donald Donna Dorothy Douglas Edward Elizabeth Emily Emma Eric Evelyn Frances Frank Gary George
Gerald Gloria Gregory Hannah Harold Heather Helen Henry Jack Jacob Jacqueline James Janet Janice Jason Jean Jeffrey
Jennifer Jeremy Jerry Jessica Joan John Jonathan Jose Joseph Joshua Joyce Juan Judith Julia Julie Justin Karen
Katherine Kathleen Keith Kelly Kenneth Kevin Kimberly Kyle Larry Laura Lauren Lawrence Linda Lisa Louis Margaret Maria
Marie Marilyn Martha Mary Matthew Megan Melissa Michael Michelle Nancy Nathan Nicholas Nicole Noah Olivia Pamela
Patricia Patrick Paul Peter Philip Rachel Raymond Rebecca Richard Robert Roger Ronald Roy Russell Ruth Ryan Samantha
Samuel Sandra Sarah Scott Sean Sharon Shirley Sophia Stephanie Stephen Steven Susan Teresa Theresa Thomas Timothy
Tyler Victoria Vincent Walter Wayne William Zachary
"""

GIVEN_NAMES = tuple(_LISTED.split())
