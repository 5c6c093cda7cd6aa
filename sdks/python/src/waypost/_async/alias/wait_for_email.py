from __future__ import annotations

from datetime import datetime
from typing import Callable, Optional, Union

from ...alias_api import Email, EmailDetail
from ...clock import AsyncClock
from ...iso_time import read_time
from ..poll import poll
from .emails import AsyncEmails


async def wait_for_email(
    clock: AsyncClock,
    emails: AsyncEmails,
    address_id: str,
    sender: str,
    subject: str,
    since: Union[datetime, str, None],
    where: Optional[Callable[[Email], bool]],
    timeout_seconds: float,
    poll_seconds: float,
) -> EmailDetail:
    """The newest matching email of the newest hundred."""
    earliest = None if since is None else read_time(since)

    def fits(email: Email) -> bool:
        return (
            (_has(email["from"], sender) or _has(email["fromName"], sender))
            and _has(email["subject"], subject)
            and (earliest is None or read_time(email["receivedAt"]) >= earliest)
            and (where is None or where(email))
        )

    async def find() -> Optional[EmailDetail]:
        page = await emails.list(address_id=address_id, type="received", limit=100).page()
        found = next(filter(fits, page.items), None)
        return None if found is None else await emails.get(found["id"])

    return await poll(clock, f"an email to {address_id}", timeout_seconds, poll_seconds, find)


def _has(text: str, part: str) -> bool:
    return part.lower() in text.lower()
