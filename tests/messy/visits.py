"""The two tables of visits of the trial: UTF-8 with commas, and Latin-1 with semicolons as German Excel writes it."""

from __future__ import annotations

import random
from pathlib import Path

ROWS = 120
CITIES = {"Zürich": "80", "Köln": "50", "München": "81"}
ILLNESSES = ("I10", "E11", "J45", "F32", "M54")


def make(folder: Path) -> tuple[Path, Path]:
    """Write both files, and return where they are."""
    draw = random.Random(7)
    english = ["patient_id,birth_date,sex,zip,city,height_cm,weight_kg,income,visit,diagnosis,note"]
    german = ["Patientennummer;Geburtsdatum;Geschlecht;PLZ;Ort;Größe;Gewicht;Einkommen;Besuch;Diagnose"]
    for row in range(ROWS):
        city = draw.choice(list(CITIES))
        day, month, year = draw.randint(1, 28), draw.randint(1, 12), draw.randint(1940, 2005)
        height = "NA" if row % 12 == 0 else str(draw.randint(150, 199))
        weight = "" if row % 10 == 3 else f"{draw.uniform(45, 120):.1f}"
        income = draw.randrange(9_000, 90_000, 50) + (0.5 if row % 9 == 0 else 0)
        clock = f"{draw.randint(7, 18):02}:{draw.randint(0, 59):02}"
        zip_code, illness = f"{CITIES[city]}{draw.randint(0, 999):03}", draw.choice(ILLNESSES)
        note = "call 555-0123 4567" if row == 5 else "seen"
        english.append(
            f"P{1000 + row // 2},{year}-{month:02}-{day:02},{draw.choice('mf')},{zip_code},{city},{height},{weight},"
            f'"{income:,.2f}",2023-{month:02}-{day:02} {clock},{illness},{note}'
        )
        local = f"{income:,.2f}".replace(",", " ").replace(".", ",").replace(" ", ".").removesuffix(",00")
        german.append(
            f"P{1000 + row // 2};{day:02}.{month:02}.{year};{draw.choice('mw')};{zip_code};{city};"
            f"{height.replace('NA', 'k.A.')};{weight.replace('.', ',')};{local};{day}.{month}.2023 {clock};{illness}"
        )
    paths = folder / "visits.csv", folder / "besuche.csv"
    paths[0].write_text("\n".join(english) + "\n", "utf-8")
    paths[1].write_text("\n".join(german) + "\n", "latin-1")
    return paths


if __name__ == "__main__":
    make(Path.cwd())
