from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Callable, Optional, Union

from ...alias_api import Email, EmailDetail
from ...code_found import CodeFound
from ...clock import AsyncClock
from ...errors import WaypostError
from ...iso_time import read_time
from ..poll import poll
from .emails import AsyncEmails

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions

# Seconds that the service waits at most.
LONGEST_WAIT = 30


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
    end = clock.now() + timeout_seconds

    async def find() -> Optional[EmailDetail]:
        items = await _look(emails, address_id, sender, subject, since, end - clock.now())
        found = next(filter(fits, items), None)
        return None if found is None else await emails.get(found["id"])

    return await poll(clock, f"an email to {address_id}", timeout_seconds, poll_seconds, find, find_waits=True)


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
    end = clock.now() + timeout_seconds

    async def find() -> Optional[CodeFound]:
        for found in await _look(emails, address_id, sender, subject, since, end - clock.now()):
            if found["id"] in without or not fits(found):
                continue
            email = await emails.get(found["id"])
            code = next((code["value"] for code in email.get("codes", []) if code["isCertain"]), None)
            if code is not None:
                return CodeFound(code, email)
            without.add(found["id"])
        return None

    return await poll(clock, f"a code for {address_id}", timeout_seconds, poll_seconds, find, find_waits=True)


async def _look(
    emails: AsyncEmails,
    address_id: str,
    sender: str,
    subject: str,
    since: Union[datetime, str, None],
    seconds_left: float,
) -> list[Email]:
    """
    The emails of an alias that match, for which the service waits while there are none. Where it cannot, as when ten
    requests of the account wait already, it is asked for those that are there.
    """
    earliest = None if since is None else read_time(since)

    async def ask(wait: Optional[int], **options: Unpack[RequestOptions]) -> list[Email]:
        page = await emails.list(
            address_id=address_id,
            type="received",
            sender=sender or None,
            subject=subject or None,
            since=earliest,
            wait=wait,
            limit=100,
            **options,
        ).page()
        return page.items

    wait = min(LONGEST_WAIT, int(seconds_left))
    if wait >= 1:
        try:
            return await ask(wait, max_retries=0)
        except WaypostError:
            pass
    return await ask(None)


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
