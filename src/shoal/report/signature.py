"""Sign certificates, and tell whether the owner of a key signed one: ed25519, by the extra shoal[sign].

Signed is the certificate without its signature, as JSON with sorted keys, no spaces, in UTF-8. The library
`cryptography` is loaded where it is used, and nowhere else.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import InputError, OutputError, SettingError
from shoal.table.atomic import replacing, together
from shoal.table.path import user_path

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FIELD = "signature"
ALGORITHM = "ed25519"
PASSWORD = "SHOAL_KEY_PASSWORD"  # noqa: S105 - the name of a variable, not what is in it
_VALUE = re.compile(r"[0-9a-f]{128}")
_LARGEST = 1 << 16


def canonical(certificate: Mapping[str, object]) -> bytes:
    """Return the bytes of a certificate that are signed: the same for the same content, however it was written.

    Example:
        >>> canonical({"k": 2, "columns": ["age"], "signature": {}})
        b'{"columns":["age"],"k":2}'
    """
    unsigned = {name: value for name, value in certificate.items() if name != FIELD}
    text = json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def is_signed(certificate: Mapping[str, object]) -> bool:
    """Return whether a certificate has a signature, whosoever it is.

    Raises:
        InputError: what stands in its place is none.
    """
    return _signature_of(certificate) is not None


def signed(certificate: Mapping[str, object], key: str | Path) -> dict[str, object]:
    """Return the certificate with the signature of a private key.

    Raises:
        InputError: the key cannot be read; SettingError: it takes a password that is not given, or a library.
    """
    value = private_key(key).sign(canonical(certificate)).hex()
    return {**certificate, FIELD: {"algorithm": ALGORITHM, "value": value}}


def is_signed_by(certificate: Mapping[str, object], key: str | Path) -> bool:
    """Return whether the owner of a public key signed the certificate as it is.

    Raises:
        InputError: the key cannot be read, or what stands in the place of the signature is none.
        SettingError: a library is not installed.
    """
    public = _public_key(key)
    value = _signature_of(certificate)
    if value is None:
        return False
    from cryptography.exceptions import InvalidSignature

    try:
        public.verify(value, canonical(certificate))
    except InvalidSignature:
        return False
    return True


def make_keys(place: str | Path) -> Path:
    """Write a new private key, for its owner alone to read, and beside it the public key; return where the latter is.

    The private key is protected by the password in the environment variable SHOAL_KEY_PASSWORD, where there is one.

    Raises:
        OutputError: a file is there already, or cannot be written.
        SettingError: a library is not installed.
    """
    _require_library()
    from cryptography.hazmat.primitives import serialization as as_text
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = user_path(place, "the key", OutputError)
    public = private.with_name(f"{private.name}.pub")
    for path in (private, public):
        if os.path.lexists(path):
            message = f"{path} is there already, and a key that is lost cannot be made again"
            raise OutputError(message, hint="choose another name, or move that file away")
    key, password = Ed25519PrivateKey.generate(), _password()
    locked = as_text.NoEncryption() if password is None else as_text.BestAvailableEncryption(password)
    own = key.private_bytes(as_text.Encoding.PEM, as_text.PrivateFormat.PKCS8, locked)
    others = key.public_key().public_bytes(as_text.Encoding.PEM, as_text.PublicFormat.SubjectPublicKeyInfo)
    with together():
        _write(private, own, mode=0o600)
        _write(public, others, mode=0o644)
    return public


def private_key(place: str | Path) -> Ed25519PrivateKey:
    """Return the private key in a file.

    Raises:
        InputError: the file cannot be read, or holds no private key of this kind.
        SettingError: the key takes a password and none, or another one, is given; or a library is not installed.
    """
    _require_library()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    held = _read(place)
    key: object = None
    try:
        key = load_pem_private_key(held, None)
    except TypeError:  # it is protected by a password
        key = _unlocked(held, place)
    except (ValueError, UnsupportedAlgorithm):
        pass
    if isinstance(key, Ed25519PrivateKey):
        return key
    message = f"{place} holds no private key of the kind {ALGORITHM}"
    raise InputError(message, hint="`shoal keygen FILE` makes one")


def _unlocked(held: bytes, place: str | Path) -> object:
    """Return the private key that a password protects."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    password = _password()
    if password is None:
        message = f"the key in {place} takes a password"
        raise SettingError(message, hint=f"put it into the environment variable {PASSWORD}")
    try:
        return load_pem_private_key(held, password)
    except ValueError:
        message = f"the key in {place} has another password than the one in {PASSWORD}, or is damaged"
        raise SettingError(message, hint="correct the environment variable") from None


def _public_key(place: str | Path) -> Ed25519PublicKey:
    _require_library()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(_read(place))
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if isinstance(key, Ed25519PublicKey):
        return key
    message = f"{place} holds no public key of the kind {ALGORITHM}"
    raise InputError(message, hint="give the file that ends in .pub, which `shoal keygen` wrote beside the private key")


def _signature_of(certificate: Mapping[str, object]) -> bytes | None:
    found = certificate.get(FIELD)
    if FIELD not in certificate:
        return None
    value = found.get("value") if isinstance(found, dict) and found.get("algorithm") == ALGORITHM else None
    if not isinstance(value, str) or not _VALUE.fullmatch(value):
        message = f"the certificate is not whole: its signature is none of the kind {ALGORITHM}"
        raise InputError(message, hint="write the report again")
    return bytes.fromhex(value)


def _require_library() -> None:
    """Refuse to work with keys where the library for it is not installed."""
    try:
        import cryptography  # noqa: F401 - only whether it is there
    except ImportError:
        message = "signatures need the library cryptography, which is not installed"
        raise SettingError(message, hint='pip install "shoal[sign]"') from None


def _password() -> bytes | None:
    """Return the password of private keys, from the environment: a command line can be read by others."""
    given = os.environ.get(PASSWORD)
    return os.fsencode(given) if given else None


def _read(place: str | Path) -> bytes:
    try:
        with user_path(place, "the key", InputError).open("rb") as stream:
            return stream.read(_LARGEST)
    except OSError as error:
        message = f"cannot read the key {place}: {error.strerror}"
        raise InputError(message) from None


def _write(place: Path, content: bytes, *, mode: int) -> None:
    try:
        with replacing(place, mode=mode) as stream:
            stream.write(content)
    except OSError as error:
        message = f"cannot write the key {place}: {error.strerror}"
        raise OutputError(message, hint="choose another folder") from None
