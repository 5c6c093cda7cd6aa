from __future__ import annotations

from datetime import datetime, timezone
from typing import Union


def iso_time(time: Union[datetime, str]) -> str:
    """A time as the services take it. One without a zone is this machine's."""
    return time if isinstance(time, str) else time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def read_time(time: Union[datetime, str]) -> datetime:
    """The other way around. Before Python 3.11 `fromisoformat` knows no `Z`."""
    return datetime.fromisoformat(time.replace("Z", "+00:00")) if isinstance(time, str) else time.astimezone()
