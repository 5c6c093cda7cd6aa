from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any, TypedDict


class InputIssue(TypedDict):
    """What the services found wrong with one property of the input."""

    property: str
    # Rule name → message.
    constraints: dict[str, str]
    receivedValue: Any


class WaypostError(Exception):
    """Everything that a client raises, save for what comes out of a transport or a function that it was given."""


class ConnectionError(WaypostError, builtins.ConnectionError):
    """The service could not be reached, or the connection ended before its answer did."""


class TimeoutError(WaypostError, builtins.TimeoutError):
    """Nothing came of it in time."""


class ApiError(WaypostError):
    """The service refused."""

    status: int
    # As the service sent it: parsed where it is JSON, else text; None where there was none.
    body: Any
    # Names are in small letters.
    headers: Mapping[str, str]

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        super().__init__(f"{status} {_describe(body)}".strip())
        self.status = status
        self.body = body
        self.headers = headers

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.body, self.headers)


class ValidationError(ApiError):
    """400: the input does not fit."""

    @property
    def issues(self) -> list[InputIssue]:
        """Each property that is wrong; empty where the service names none."""
        return self.body if isinstance(self.body, list) else []


class AuthenticationError(ApiError):
    """401: the key or token is missing, unknown, expired or deactivated."""


class PermissionError(ApiError):
    """403: the key lacks a scope, or the account's plan does not allow it."""


class NotFoundError(ApiError):
    """404: there is none, or it is somebody else's."""


class ConflictError(ApiError):
    """409: it cannot be done as things are, such as starting what runs already."""


class ChangedError(ApiError):
    """412: it has changed since the version that the change was meant for."""


class RateLimitError(ApiError):
    """429: too many requests, and waiting for the next was given up."""


class ServerError(ApiError):
    """5xx: the service, or what is before it, is at fault."""


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
    """The error for an answer that is none of 2xx."""
    return _CLASSES.get(status, ServerError if status >= 500 else ApiError)(status, body, headers)


def _describe(body: Any) -> str:
    """The message of the one service, of the other, or of each property."""
    if isinstance(body, list):
        issues = [issue.get("constraints") for issue in body if isinstance(issue, dict)]
        return "; ".join(str(text) for rules in issues if isinstance(rules, dict) for text in rules.values())
    if not isinstance(body, dict):
        return ""
    return next((text for text in (body.get("message"), body.get("error")) if isinstance(text, str)), "")
