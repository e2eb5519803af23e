"""A form with a file, written to disk as it comes in: no more of it is in memory than a piece."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import BinaryIO

from anyio.to_thread import run_sync
from pydantic import ValidationError
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header

from shoal.table.format import SUFFIXES, suffix_of
from shoal.web.fault import Refused
from shoal.web.shape import Reading

LONGEST_NAME = 80
MOST_FIELD = 1 << 16
ODD = re.compile(r"[^\w. ()+-]", re.ASCII)


class Upload:
    """Takes the pieces of a form: the field `file` goes to disk, and the field `read` says how to read it."""

    def __init__(self, kind: str, folder: Path) -> None:
        """Begin with the Content-Type of a form.

        Raises:
            Refused: it is no form.
        """
        _, options = parse_options_header(kind)
        boundary = options.get(b"boundary")
        if not boundary:
            raise _broken()
        self.folder = folder
        self.name, self.read = "", b""
        self.file: Path | None = None
        self._stream: BinaryIO | None = None
        self._head, self._headers, self._field = b"", dict[bytes, bytes](), ""
        told = {
            "on_part_begin": self._begin, "on_part_data": self._data, "on_part_end": self._end,
            "on_header_field": self._name_of_header, "on_header_value": self._header, "on_headers_finished": self._part,
        }  # fmt: skip
        self._parser = MultipartParser(boundary, told)  # type: ignore[arg-type]  # a TypedDict of the same

    async def take(self, pieces: AsyncIterator[bytes]) -> None:
        """Take all of a form.

        Raises:
            Refused: it is broken, or has no file.
        """
        try:
            async for piece in pieces:
                await run_sync(self._parser.write, piece)
            self._parser.finalize()
        except MultipartParseError:
            raise _broken() from None
        finally:
            self._end()
        if self.file is None:
            raise _broken()

    @property
    def reading(self) -> Reading | None:
        """Return how the file is to be read, where that is said.

        Raises:
            Refused: the field says something else.
        """
        if not self.read:
            return None
        try:
            return Reading(**json.loads(self.read))
        except (ValueError, TypeError, ValidationError):
            raise Refused(422, "SettingError", "the field read does not say how to read a file") from None

    def _begin(self) -> None:
        self._headers, self._head, self._field = {}, b"", ""

    def _name_of_header(self, data: bytes, start: int, end: int) -> None:
        self._head = data[start:end].lower()

    def _header(self, data: bytes, start: int, end: int) -> None:
        self._headers[self._head] = self._headers.get(self._head, b"") + data[start:end]

    def _part(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        self._field = options.get(b"name", b"").decode("utf-8", "replace")
        if self._field == "file" and self.file is None:
            self.name = safe_name(options.get(b"filename", b"").decode("utf-8", "replace"))
            self.file = self.folder / self.name
            self._stream = self.file.open("xb")

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._stream is not None:
            self._stream.write(data[start:end])
        elif self._field == "read" and len(self.read) + end - start <= MOST_FIELD:
            self.read += data[start:end]

    def _end(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def safe_name(given: str) -> str:
    r"""Return a name for a file that is no path, whatever was given; what its end says of the format stays.

    Example:
        >>> safe_name("../../etc/passwd"), safe_name("C:\\data\\patients.csv"), safe_name("..")
        ('passwd', 'patients.csv', 'table')
    """
    last = re.split(r"[/\\]", given)[-1]
    name = ODD.sub("_", last).strip(" .-")
    if not name:
        return "table"
    end = "".join(Path(name).suffixes[-2:]) if name.lower().endswith(".gz") else Path(name).suffix
    end = end if suffix_of(name) in SUFFIXES else Path(name).suffix[:8]
    return name[: -len(end) or None][: LONGEST_NAME - len(end)] + end if end else name[:LONGEST_NAME]


def _broken() -> Refused:
    return Refused(400, "InputError", "the form holds no file", "send it as multipart/form-data in the field file")
