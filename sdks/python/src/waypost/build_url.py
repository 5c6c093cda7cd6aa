from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Optional, Union
from urllib.parse import quote, urlencode, urlsplit

from .errors import WaypostError

PathValues = Mapping[str, Union[str, int]]
QueryValues = Mapping[str, Union[str, int, bool, None]]


def build_url(base: str, template: str, path: Optional[PathValues], query: Optional[QueryValues]) -> str:
    """The URL of an operation, with its parameters. base: as returned by `read_base_url`."""

    def fill(match: re.Match[str]) -> str:
        value = str((path or {}).get(match[1], ""))
        # Such a value would call another operation: `/automations/` lists them, and `..` is the parent.
        if value in ("", ".", ".."):
            raise WaypostError(f"There is no {match[1]} to put into {template}")
        return quote(value, safe="")

    given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    url = base + re.sub(r"{(\w+)}", fill, template)
    return f"{url}?{urlencode(given)}" if given else url


def read_base_url(given: str) -> str:
    """Raises a WaypostError for an invalid URL, and for one with credentials, which would end up in logs."""
    try:
        parts = urlsplit(given)
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    if not is_url or re.search(r"[\x00-\x20\x7f]", given):
        raise WaypostError("base_url is no http or https URL")
    if "@" in parts.netloc:
        raise WaypostError("base_url may not have credentials in it")
    return f"{parts.scheme}://{parts.netloc}{quote(parts.path, safe='/%:@!$&()*+,;=~')}".rstrip("/")


def _text(value: Union[str, int, bool]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
