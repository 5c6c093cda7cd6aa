from __future__ import annotations

import random
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Optional

from .errors import ApiError, WaypostError

# Of these the next attempt may succeed: a limit that resets, a service or a proxy that fails for a moment.
_RETRIED = (429, 500, 502, 503, 504)


def retry_delay(error: WaypostError, failures: int, now: float) -> Optional[float]:
    """
    How many seconds to wait before a retry; None where a retry is of no use.

    error: of the last attempt.
    failures: how many attempts have failed, including this one.
    now: seconds since the Unix epoch.
    """
    refusal = error if isinstance(error, ApiError) else None
    if refusal is not None and refusal.status not in _RETRIED:
        return None
    # Doubled each time, with jitter over its upper half, so that clients that failed together do not retry together.
    back_off = min(8.0, 0.5 * 2.0 ** (failures - 1)) * (1 - random.random() / 2)
    told = None if refusal is None else _read_delay(refusal.status, refusal.headers, now)
    return back_off if told is None else told + back_off / 10


def _read_delay(status: int, headers: Mapping[str, str], now: float) -> Optional[float]:
    """The delay of `Retry-After`, seconds or a date, or else of `X-RateLimit-Reset`, the second at which a limit ends.
    """
    after = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", after):
        return float(after)
    date = _read_date(after)
    if date is not None:
        return max(0.0, date - now)
    reset = headers.get("x-ratelimit-reset", "").strip()
    if status == 429 and re.fullmatch(r"[0-9]{1,15}(\.[0-9]+)?", reset):
        return max(0.0, float(reset) - now)
    return None


def _read_date(text: str) -> Optional[float]:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (IndexError, OverflowError, TypeError, ValueError):
        return None
