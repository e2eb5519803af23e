"""What the name of a column says about its role."""

from __future__ import annotations

import re
import unicodedata

from shoal.schema._words import IDENTIFIER, MARKS, QUASI, SENSITIVE
from shoal.schema.column import Role

WORDS: dict[Role, str] = {"identifier": IDENTIFIER, "sensitive": SENSITIVE, "quasi": QUASI}
"""Words in the names of columns, by the role that they speak for; the first role that fits counts."""

GROUNDS: dict[Role, str] = {
    "identifier": "stands for one person",
    "sensitive": "stands for what people would keep to themselves",
    "quasi": "stands for what others often know of a person",
}

PERSON = "first last full given family middle maiden user patient customer client person employee"
"""Words that make a name the name of a person; other things have names too."""


NUMBERS = (
    "id ids uid uuid guid userid patientid customerid personid clientid ssn nin nhs mrn patientennummer patientennr "
    "kundennummer kundennr versichertennummer personalnummer dni nif bsn klantnummer pesel personnummer cpr"
)
"""Words that stand for the number by which a person is known: two people can share a name, and not a number."""


def words_of(name: str) -> list[str]:
    """Return the words in the name of a column, without accents.

    >>> words_of("patientId"), words_of("e-mail of_DOB"), words_of("Prénom")
    (['patient', 'id'], ['e', 'mail', 'of', 'dob'], ['prenom'])
    """
    parts = unicodedata.normalize("NFKD", name.translate(MARKS))
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return [word.casefold() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", bare)]


def is_number_by_name(name: str) -> bool:
    """Return whether the name of a column says that it holds the numbers of people.

    >>> is_number_by_name("patientId"), is_number_by_name("name")
    (True, False)
    """
    return bool(set(NUMBERS.split()).intersection(words_of(name)))


def role_by_name(name: str) -> tuple[Role, str] | None:
    """Return the role that the words in a column's name stand for, and why; None when they say nothing.

    >>> role_by_name("patientId")
    ('identifier', "its name has the word 'id', which stands for one person")
    """
    words = words_of(name)
    if words == ["name"] or ("name" in words and set(PERSON.split()).intersection(words)):
        return "identifier", "its name says that it holds the names of people"
    for role, known in WORDS.items():
        for word in words:
            if word in known.split():
                return role, f"its name has the word {word!r}, which {GROUNDS[role]}"
    return None
