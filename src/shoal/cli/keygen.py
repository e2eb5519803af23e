"""`shoal keygen`: a pair of keys, to sign certificates with and to check them by."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli._output import say


def keygen(
    place: Annotated[str, typer.Argument(metavar="FILE", help="Where the private key goes; nothing may be there.")],
) -> None:
    """Make a pair of keys for `anonymize --sign` and `verify-certificate --key`.

    The private key goes to FILE, for you alone to read; the public key goes to FILE.pub, for everyone who is to check
    your certificates. Where the environment variable SHOAL_KEY_PASSWORD holds a password, it protects the private key.
    Needs the extra shoal[sign].
    """
    from shoal.report.signature import make_keys

    public = make_keys(place)
    say("written:", f"{place} (keep it secret), {public} (hand it out)", "bold green")
