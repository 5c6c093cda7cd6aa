from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, MutableMapping, Sequence
from typing import Any, Callable, Optional, Union

from ..webhook_events import WebhookEvent
from .webhook_receiver import ACCEPTED, DEFAULT_MAX_BYTES, NOT_POST, DeliveryAnswer, WebhookReceiver

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]


# Lower case like the other handlers. A class, because Starlette treats a function as an ordinary view.
class asgi_webhooks:
    """
    A receiver for ASGI. It is an app, which Starlette and FastAPI accept as a route:
    `app.add_route("/hooks", asgi_webhooks(secret=secret, on_event=on_event), methods=["POST"])`.

    on_event: handles a verified event. Awaited where it is async, else run in a thread: Waypost waits ten seconds for
      the response. Its errors go to the framework, whose 500 makes Waypost send the event again later.
    max_bytes: larger bodies are refused with 413. 10 MiB by default.

    The other parameters are as for `verify_webhook`.

    Raises a WebhookVerificationError at once where there is no secret.
    """

    def __init__(
        self,
        *,
        secret: Union[str, Sequence[str]],
        on_event: Callable[[WebhookEvent], Any],
        tolerance_seconds: float = 300,
        require_signed_time: bool = False,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> None:
        self._receiver = WebhookReceiver(secret, tolerance_seconds, require_signed_time, max_bytes)
        self._on_event = on_event

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError(f"Deliveries come over HTTP, not {scope['type']}")
        answer = NOT_POST
        if scope["method"] == "POST":
            body = await _read_body(receive, self._receiver.max_bytes)
            event = self._receiver.verify(body, scope["headers"])
            if isinstance(event, DeliveryAnswer):
                answer = event
            else:
                await self._handle(event)
                answer = ACCEPTED
        headers = [(name.encode(), value.encode()) for name, value in answer.headers]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _handle(self, event: WebhookEvent) -> None:
        if inspect.iscoroutinefunction(self._on_event):
            await self._on_event(event)
            return
        # In a thread, so that it does not block other requests.
        result = await asyncio.to_thread(self._on_event, event)
        if inspect.isawaitable(result):
            await result


async def _read_body(receive: _Receive, max_bytes: int) -> Optional[bytes]:
    """The whole body, or None where there is more than `max_bytes`; the rest is read and dropped."""
    chunks: list[bytes] = []
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError("The sender hung up before the end of the body")
        chunk = message.get("body", b"")
        length += len(chunk)
        if length <= max_bytes:
            chunks.append(chunk)
        else:
            chunks.clear()
        if not message.get("more_body", False):
            return b"".join(chunks) if length <= max_bytes else None
