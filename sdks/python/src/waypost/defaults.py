from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple, Optional

from .errors import WaypostError


@dataclass(frozen=True)
class Defaults:
    """Where a client finds what its arguments leave out."""

    url_variable: str
    # The URL of `start` on this machine.
    local_url: str
    # The variables that may contain the key, the first one set is used.
    key_variables: tuple[str, ...] = ()


class BaseUrl(NamedTuple):
    url: str
    # What to do if nothing answers at a URL that was assumed rather than given.
    hint: str


AUTOMATION = Defaults(
    "WAYPOST_AUTOMATION_URL", "http://localhost:4001", ("WAYPOST_AUTOMATION_API_KEY", "WAYPOST_API_KEY")
)
ALIAS = Defaults("WAYPOST_ALIAS_URL", "http://localhost:4002", ("WAYPOST_ALIAS_API_KEY", "WAYPOST_API_KEY"))
DASHBOARD = Defaults("WAYPOST_DASHBOARD_URL", "http://localhost:4000")


def find_api_key(given: Optional[str], has_token: bool, defaults: Defaults) -> Optional[str]:
    """The given key, or that of the environment where there is no token either.

    Raises a WaypostError without any credential, because then every call would fail.
    """
    if given is not None or has_token:
        return given
    for variable in defaults.key_variables:
        if os.environ.get(variable):
            return os.environ[variable]
    variables = " or ".join(defaults.key_variables)
    raise WaypostError(f"There is no credential: pass an api_key or a token, or set {variables}")


def find_base_url(given: Optional[str], defaults: Defaults) -> BaseUrl:
    """The given URL, or that of the environment, or that of `start`."""
    url = given if given is not None else os.environ.get(defaults.url_variable) or None
    if url is not None:
        return BaseUrl(url, "")
    return BaseUrl(defaults.local_url, f". No base_url was given: pass one, or set {defaults.url_variable}")
