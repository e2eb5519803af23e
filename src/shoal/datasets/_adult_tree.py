"""Hierarchies for the quasi columns of Adult, for when no others are given."""

from __future__ import annotations

from shoal.schema.hierarchy import Bands

ADULT_TREES: dict[str, object] = {
    "age": Bands(widths=(5, 10, 20), origin=0.0),
    "workclass": {
        "*": {
            "Paid": {
                "": ["Private"],
                "Government": ["Federal-gov", "State-gov", "Local-gov"],
                "Self-employed": ["Self-emp-inc", "Self-emp-not-inc"],
            },
            "Unpaid": ["Without-pay", "Never-worked"],
        }
    },
    "education": {
        "*": {
            "School": {
                "Primary": ["Preschool", "1st-4th", "5th-6th", "7th-8th"],
                "Some high school": ["9th", "10th", "11th", "12th"],
                "": ["HS-grad"],
            },
            "College": {
                "": ["Some-college"],
                "Associate": ["Assoc-voc", "Assoc-acdm"],
            },
            "Degree": {
                "": ["Bachelors"],
                "Graduate": ["Masters", "Prof-school", "Doctorate"],
            },
        }
    },
    "marital-status": {
        "*": {
            "Married": ["Married-civ-spouse", "Married-AF-spouse"],
            "Was married": ["Married-spouse-absent", "Separated", "Divorced", "Widowed"],
            "": ["Never-married"],
        }
    },
    "occupation": {
        "*": {
            "Professional": ["Exec-managerial", "Prof-specialty", "Tech-support"],
            "Office and sales": ["Adm-clerical", "Sales"],
            "Manual": ["Craft-repair", "Farming-fishing", "Handlers-cleaners", "Machine-op-inspct", "Transport-moving"],
            "Service": ["Other-service", "Priv-house-serv", "Protective-serv", "Armed-Forces"],
        }
    },
    "race": {"*": ["White", "Black", "Asian-Pac-Islander", "Amer-Indian-Eskimo", "Other"]},
    "sex": {"*": ["Female", "Male"]},
    "native-country": {
        "*": {
            "North America": ["United-States", "Canada", "Outlying-US(Guam-USVI-etc)"],
            "Latin America": {
                "Central America": ["Mexico", "El-Salvador", "Guatemala", "Honduras", "Nicaragua"],
                "Caribbean": ["Cuba", "Dominican-Republic", "Haiti", "Jamaica", "Puerto-Rico", "Trinadad&Tobago"],
                "South America": ["Columbia", "Ecuador", "Peru"],
            },
            "Europe": {
                "Western Europe": ["England", "France", "Germany", "Holand-Netherlands", "Ireland", "Scotland"],
                "Southern Europe": ["Greece", "Italy", "Portugal", "Yugoslavia"],
                "Eastern Europe": ["Hungary", "Poland"],
            },
            "Asia": {
                "East Asia": ["China", "Hong", "Japan", "South", "Taiwan"],
                "South-East Asia": ["Cambodia", "Laos", "Philippines", "Thailand", "Vietnam"],
                "South and West Asia": ["India", "Iran"],
            },
        }
    },
}
