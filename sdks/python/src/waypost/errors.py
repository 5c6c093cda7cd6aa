from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any, Optional, TypedDict


class InputIssue(TypedDict):
    """One invalid property of the input."""

    property: str
    # Rule name → message.
    constraints: dict[str, str]
    receivedValue: Any


class WaypostError(Exception):
    """Base of all errors that a client raises, except those of a given transport or function."""


class ConnectionError(WaypostError, builtins.ConnectionError):
    """The service could not be reached, or the connection ended before its response did."""


class TimeoutError(WaypostError, builtins.TimeoutError):
    """There was no result in time."""


class ApiError(WaypostError):
    """The service refused the request."""

    status: int
    # The response's body: parsed where it is JSON, else text; None where there was none.
    body: Any
    # Names are in lower case.
    headers: Mapping[str, str]
    # The id of the request in the service's log: tell it to whoever runs the service. Also in the message.
    request_id: Optional[str]

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        self.request_id = headers.get("x-request-id")
        request = f"(request {self.request_id})" if self.request_id else ""
        super().__init__(" ".join(part for part in (str(status), _describe(body), request) if part))
        self.status = status
        self.body = body
        self.headers = headers

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.body, self.headers)


class ValidationError(ApiError):
    """400: the input is invalid."""

    @property
    def issues(self) -> list[InputIssue]:
        """Each invalid property; empty where the service names none."""
        return self.body if isinstance(self.body, list) else []


class AuthenticationError(ApiError):
    """401: the key or token is missing, unknown, expired or deactivated."""


class PermissionError(ApiError):
    """403: the key lacks a scope, or the account's plan does not allow it."""


class NotFoundError(ApiError):
    """404: it does not exist, or belongs to somebody else."""


class ConflictError(ApiError):
    """409: the current state does not allow it, such as starting what is already running."""


class ChangedError(ApiError):
    """412: it has changed since the given version."""


class RateLimitError(ApiError):
    """429: too many requests, and the wait for the limit's reset is too long."""


class ServerError(ApiError):
    """5xx: the service, or a proxy in front of it, failed."""


_CLASSES: dict[int, type[ApiError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    412: ChangedError,
    429: RateLimitError,
}


def create_api_error(status: int, body: Any, headers: Mapping[str, str]) -> ApiError:
    """The error for a response outside of 2xx."""
    return _CLASSES.get(status, ServerError if status >= 500 else ApiError)(status, body, headers)


def _describe(body: Any) -> str:
    """The message in either service's form, or the messages of all properties."""
    if isinstance(body, list):
        issues = [issue.get("constraints") for issue in body if isinstance(issue, dict)]
        return "; ".join(str(text) for rules in issues if isinstance(rules, dict) for text in rules.values())
    if not isinstance(body, dict):
        return ""
    return next((text for text in (body.get("message"), body.get("error")) if isinstance(text, str)), "")
