from __future__ import annotations

import json
from typing import Literal, TypedDict

from .alias_api import Email
from .server_events import ServerEvent


class EmailListed(TypedDict):
    """An email that was listed."""

    event: Literal["email"]
    # To go on after it, as `after`.
    id: str
    data: Email


def read_listed(event: ServerEvent) -> EmailListed:
    return {"event": "email", "id": event.id or "", "data": json.loads(event.data)}
