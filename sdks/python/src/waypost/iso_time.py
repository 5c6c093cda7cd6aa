from __future__ import annotations

from datetime import datetime, timezone
from typing import Union


def iso_time(time: Union[datetime, str]) -> str:
    """Formats a time for the services. A time without a zone is this machine's."""
    return time if isinstance(time, str) else time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def read_time(time: Union[datetime, str]) -> datetime:
    """Parses a time of the services. Before Python 3.11 `fromisoformat` does not accept `Z`."""
    return datetime.fromisoformat(time.replace("Z", "+00:00")) if isinstance(time, str) else time.astimezone()
