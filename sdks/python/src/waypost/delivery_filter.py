from __future__ import annotations

from datetime import datetime
from typing import Optional, Union

from .iso_time import iso_time


def delivery_filter(
    *,
    status: Optional[str],
    event: Optional[str],
    since: Optional[Union[datetime, str]],
    until: Optional[Union[datetime, str]],
    response: Optional[str],
    q: Optional[str],
) -> dict[str, Optional[str]]:
    """The query of a list of deliveries."""
    times = {
        "since": None if since is None else iso_time(since),
        "until": None if until is None else iso_time(until),
    }
    return {"status": status, "event": event, **times, "response": response, "q": q}
