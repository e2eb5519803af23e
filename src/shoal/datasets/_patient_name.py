"""Common names, to be put together at random: nobody who bears the result is meant."""

from __future__ import annotations

_GIVEN_FEMALE = (
    "Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Sandra Ashley Emily Donna "
    "Michelle Carol Amanda Melissa Deborah Laura Rebecca Sharon Cynthia Kathleen Amy Angela Anna Ruth Brenda Nicole "
    "Katherine Emma Helen Samantha Christine Rachel Olivia Maria Heather Diane Julie Joyce Victoria Kelly Christina "
    "Joan Evelyn Lauren Judith Megan Alice Julia Hannah Jacqueline Sophia Grace Rosa Denise"
)
_GIVEN_MALE = (
    "James Robert John Michael David William Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark "
    "Donald Steven Paul Andrew Joshua Kenneth Kevin Brian George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary "
    "Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Frank Alexander Raymond Patrick "
    "Jack Dennis Jerry Tyler Aaron Jose Adam Nathan Henry Douglas Peter Zachary Kyle"
)
_FAMILY = (
    "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson "
    "Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis "
    "Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera "
    "Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart "
    "Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim "
    "Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders "
    "Patel Myers Long Ross Foster Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher "
    "Vasquez Simmons Graham Wallace"
)

GIVEN_FEMALE, GIVEN_MALE, FAMILY = (tuple(names.split()) for names in (_GIVEN_FEMALE, _GIVEN_MALE, _FAMILY))
