from __future__ import annotations

from typing import NamedTuple

from .alias_api import EmailDetail


class CodeFound(NamedTuple):
    """A one-time code, and the email that it is in."""

    code: str
    email: EmailDetail
