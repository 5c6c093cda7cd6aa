from __future__ import annotations

import inspect
import re
from typing import Any, Literal, Optional

from .client_options import AsyncToken, Token
from .errors import WaypostError
from .operation import Operation


def choose_credential(
    operation: Operation[Any, Any], api_key: Optional[str], has_token: bool
) -> Literal["api_key", "token"]:
    """Which credential to send. Raises a WaypostError where the client was created without it."""
    if api_key is not None and operation.credential != "token":
        return "api_key"
    if has_token and operation.credential != "api_key":
        return "token"
    wanted = {"api_key": "an api_key", "token": "a token", "either": "an api_key or a token"}
    raise WaypostError(f"This needs {wanted[operation.credential]}, and the client was made without")


def read_token(token: Token) -> str:
    return check_credential("token", token() if callable(token) else token)


async def read_async_token(token: AsyncToken) -> str:
    current = token() if callable(token) else token
    return check_credential("token", await current if inspect.isawaitable(current) else current)


def check_credential(name: str, value: str) -> str:
    """Raises a WaypostError for a value that cannot be a header, because libraries would show it in their own errors.
    """
    if re.fullmatch(r"[\x21-\x7e]+", value):
        return value
    if value == "":
        raise WaypostError(f"{name} is empty")
    raise WaypostError(f"{name} has characters that no credential has")
