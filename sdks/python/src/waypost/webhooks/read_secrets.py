from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union, cast

from .webhook_verification_error import WebhookVerificationError


def read_secrets(secret: Union[str, Sequence[str], None]) -> list[str]:
    """Raises a WebhookVerificationError where there is none, as when an environment variable is not set."""
    given: Any = [secret] if secret is None or isinstance(secret, (str, bytes)) else list(secret)
    if given and all(isinstance(one, str) and one != "" for one in given):
        return cast("list[str]", given)
    raise WebhookVerificationError("no_secret", "There is no secret to verify with")
