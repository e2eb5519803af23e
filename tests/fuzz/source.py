"""The drawn table as what shoal is given: a frame of some library, or a file."""

from __future__ import annotations

import csv

import xlsxwriter

from tests.fuzz.column import written


def separator_of(case):
    """Return what parts the cells of the text files of a case."""
    return ";" if case.source == "csv" and len(case.columns) % 5 == 4 else ","


def write_source(case, folder):
    """Return the table of a case as a frame, or the path of the file that it was written to."""
    frame = case.frame
    match case.source:
        case "polars":
            return frame
        case "pandas":
            return frame.to_pandas(use_pyarrow_extension_array=any(_has_hole(column) for column in case.columns))
        case "arrow":
            return frame.to_arrow()
        case "csv":
            return _write_text(case, folder / "table.csv")
        case "xlsx":
            return _write_sheet(case, folder / "table.xlsx")
        case "parquet":
            frame.write_parquet(folder / "table.parquet")
            return folder / "table.parquet"
    frame.write_ipc(folder / "table.arrow")
    return folder / "table.arrow"


def _has_hole(column):
    return any(value is None for value in column.values)


def _write_text(case, place):
    with place.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, delimiter=separator_of(case))
        writer.writerow([column.name for column in case.columns])
        cells = [[written(column, value) for value in column.values] for column in case.columns]
        writer.writerows(zip(*cells, strict=True))
    return place


def _write_sheet(case, place):
    with xlsxwriter.Workbook(str(place), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        sheet = book.add_worksheet()
        for at, column in enumerate(case.columns):
            sheet.write_string(0, at, column.name)
            for row, value in enumerate(column.values, 1):
                if value is None:
                    continue
                if column.family == "truth":
                    sheet.write_boolean(row, at, value)
                elif column.family == "number":
                    sheet.write_number(row, at, float(value))
                else:
                    sheet.write_string(row, at, value)
    return place
