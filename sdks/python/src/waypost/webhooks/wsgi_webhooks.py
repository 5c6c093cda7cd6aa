from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from typing import Any, Callable, Optional, Union

from ..webhook_events import WebhookEvent
from .webhook_headers import KNOWN
from .webhook_receiver import ACCEPTED, DEFAULT_MAX_BYTES, NOT_POST, DeliveryAnswer, WebhookReceiver

Environ = dict[str, Any]
WsgiApp = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


def wsgi_webhooks(
    *,
    secret: Union[str, Sequence[str]],
    on_event: Callable[[WebhookEvent], Any],
    tolerance_seconds: float = 300,
    require_signed_time: bool = False,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> WsgiApp:
    """
    A receiver for WSGI. It reads the body itself, so nothing before it may.

    on_event: handles a verified event: Waypost waits ten seconds for the response. Its errors go to the server, whose
      500 makes Waypost send the event again later.
    max_bytes: larger bodies are refused with 413. 10 MiB by default.

    The other parameters are as for `verify_webhook`.

    Raises a WebhookVerificationError at once where there is no secret.
    """
    receiver = WebhookReceiver(secret, tolerance_seconds, require_signed_time, max_bytes)

    def receive(environ: Environ) -> DeliveryAnswer:
        if environ["REQUEST_METHOD"] != "POST":
            return NOT_POST
        event = receiver.verify(_read_body(environ, max_bytes), list(_read_headers(environ)))
        if isinstance(event, DeliveryAnswer):
            return event
        on_event(event)
        return ACCEPTED

    def app(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        answer = receive(environ)
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", answer.headers)
        return [answer.body]

    return app


def _read_headers(environ: Environ) -> Iterator[tuple[str, str]]:
    for name in KNOWN:
        value = environ.get(f"HTTP_{name.upper().replace('-', '_')}")
        if value is None:
            continue
        yield name, value
        # Servers join duplicate headers with a comma, which these contain at most once, in each `v1,…`.
        most = 1 if name == "webhook-signature" else 0
        if any(one.count(",") > most for one in value.split(" ")):
            yield name, value


def _read_body(environ: Environ, max_bytes: int) -> Optional[bytes]:
    """The whole body, or None where there is more than `max_bytes`; the rest is read and dropped."""
    source = environ["wsgi.input"]
    left = _read_length(environ)
    if left is None:
        # The server marks the end of the body; otherwise reading on would wait for ever.
        left = 2**63 if environ.get("wsgi.input_terminated") else 0
    chunks: list[bytes] = []
    length = 0
    while left > 0:
        chunk = source.read(min(left, 65_536))
        if not chunk:
            break
        left -= len(chunk)
        length += len(chunk)
        if length <= max_bytes:
            chunks.append(chunk)
        else:
            chunks.clear()
    return b"".join(chunks) if length <= max_bytes else None


def _read_length(environ: Environ) -> Optional[int]:
    length = environ.get("CONTENT_LENGTH") or ""
    return int(length) if length.isascii() and length.isdigit() else None
