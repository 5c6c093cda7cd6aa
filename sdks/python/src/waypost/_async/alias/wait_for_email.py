from __future__ import annotations

from datetime import datetime
from typing import Callable, Optional, Union

from ...alias_api import Email, EmailDetail
from ...code_found import CodeFound
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
    fits = _filter(sender, subject, since, where)

    async def find() -> Optional[EmailDetail]:
        page = await emails.list(address_id=address_id, type="received", limit=100).page()
        found = next(filter(fits, page.items), None)
        return None if found is None else await emails.get(found["id"])

    return await poll(clock, f"an email to {address_id}", timeout_seconds, poll_seconds, find)


async def wait_for_code(
    clock: AsyncClock,
    emails: AsyncEmails,
    address_id: str,
    sender: str,
    subject: str,
    since: Union[datetime, str, None],
    where: Optional[Callable[[Email], bool]],
    timeout_seconds: float,
    poll_seconds: float,
) -> CodeFound:
    """The certain code of the newest matching email of the newest hundred that has one. Each email is read once."""
    fits = _filter(sender, subject, since, where)
    without: set[str] = set()

    async def find() -> Optional[CodeFound]:
        page = await emails.list(address_id=address_id, type="received", limit=100).page()
        for found in page.items:
            if found["id"] in without or not fits(found):
                continue
            email = await emails.get(found["id"])
            code = next((code["value"] for code in email.get("codes", []) if code["isCertain"]), None)
            if code is not None:
                return CodeFound(code, email)
            without.add(found["id"])
        return None

    return await poll(clock, f"a code for {address_id}", timeout_seconds, poll_seconds, find)


def _filter(
    sender: str,
    subject: str,
    since: Union[datetime, str, None],
    where: Optional[Callable[[Email], bool]],
) -> Callable[[Email], bool]:
    earliest = None if since is None else read_time(since)

    def fits(email: Email) -> bool:
        return (
            (_has(email["from"], sender) or _has(email["fromName"], sender))
            and _has(email["subject"], subject)
            and (earliest is None or read_time(email["receivedAt"]) >= earliest)
            and (where is None or where(email))
        )

    return fits


def _has(text: str, part: str) -> bool:
    return part.lower() in text.lower()
