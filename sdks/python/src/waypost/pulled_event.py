from __future__ import annotations

import json
from typing import NamedTuple

from .webhook_events import WebhookEvent

# A little less than a request may take.
WAIT_SECONDS = 20


class PulledEvent(NamedTuple):
    """An event of a feed."""

    # What a webhook gets.
    event: WebhookEvent
    # The id of the delivery, the same as pushed: skip those that you have seen.
    delivery_id: str
    # As `after` of a request, it acknowledges this event and all before it.
    position: str


def read_pulled(body: str, delivery_id: str, position: str) -> PulledEvent:
    return PulledEvent(json.loads(body), delivery_id, position)
