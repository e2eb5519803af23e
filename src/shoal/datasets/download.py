"""Fetch public files once, and trust none that is not the one expected.

A file is used only if its SHA-256 is the one written in the code, whether it was just downloaded or lay in the cache.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from shoal.errors import InputError, SettingError

LARGEST = 64 * 1024 * 1024
"""Bytes after which a reply is read no further: it cannot be the file that was asked for."""


def cache_folder() -> Path:
    """Return the folder that downloads are kept in: `shoal` in the user's cache folder."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".cache") / "shoal"


def fetch(url: str, digest: str, *, folder: Path | None = None, timeout: float = 30.0, hint: str = "") -> Path:
    """Return the path of a file in the cache; it is downloaded first unless it is there and sound.

    Args:
        url: where the file is; its last part is the name in the cache.
        digest: the SHA-256 of the file, in hexadecimal.
        folder: the cache; the user's cache folder if not given.
        timeout: seconds to wait for the server to say something.
        hint: what to try when it cannot be had.

    Raises:
        InputError: the server cannot be reached, the reply is not the file expected, or the cache cannot be written.
        SettingError: the address is neither http nor https.
    """
    path = (folder or cache_folder()) / url.rsplit("/", 1)[-1]
    if _is_sound(path, digest):
        return path
    try:
        content = _download(url, timeout)
    except (OSError, HTTPException) as error:
        message = f"cannot download {path.name} from {urlsplit(url).hostname}: {_reason(error)}"
        raise InputError(message, hint=hint) from None
    if hashlib.sha256(content).hexdigest() != digest:
        message = f"the file {path.name} from {urlsplit(url).hostname} is not the one expected: its SHA-256 differs"
        raise InputError(message, hint=hint)
    _place(content, path)
    return path


def _is_sound(path: Path, digest: str) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False


def _download(url: str, timeout: float) -> bytes:
    """Return the whole reply of a server; the exceptions are those of the standard library."""
    scheme = urlsplit(url).scheme
    if scheme not in {"http", "https"}:
        message = f"a download needs an address that begins with http or https, not {scheme!r}"
        raise SettingError(message)
    request = Request(url, headers={"User-Agent": "shoal"})  # noqa: S310 - the scheme was checked above
    with urlopen(request, timeout=timeout) as reply:  # noqa: S310 - likewise
        content: bytes = reply.read(LARGEST + 1)
        promised = int(reply.headers.get("Content-Length") or 0)
    if len(content) < promised <= LARGEST:
        raise IncompleteRead(content, promised - len(content))
    return content


def _reason(error: OSError | HTTPException) -> str:
    if isinstance(error, HTTPError):
        error.close()
        return f"the server answered {error.code}"
    if isinstance(error, IncompleteRead):
        return "the reply ended early"
    return str(getattr(error, "reason", error)) or type(error).__name__


def _place(content: bytes, path: Path) -> None:
    """Write a file so that it is there as a whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        message = f"cannot keep {path.name} in the cache folder: {error.strerror}"
        raise InputError(message, hint="name a folder that can be written in XDG_CACHE_HOME") from error
