from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, Union

from ..webhook_events import WebhookEvent
from .webhook_receiver import DEFAULT_MAX_BYTES
from .wsgi_webhooks import WsgiApp, wsgi_webhooks


def flask_webhooks(
    *,
    secret: Union[str, Sequence[str]],
    on_event: Callable[[WebhookEvent], Any],
    tolerance_seconds: float = 300,
    require_signed_time: bool = False,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Callable[[], WsgiApp]:
    """
    A view for Flask: `app.post("/hooks")(flask_webhooks(secret=secret, on_event=on_event))`. It reads the body itself,
    so nothing before it may have read `request.data`. Errors of `on_event` go to Flask's error handlers.

    The parameters are as for `wsgi_webhooks`.
    """
    app = wsgi_webhooks(
        secret=secret,
        on_event=on_event,
        tolerance_seconds=tolerance_seconds,
        require_signed_time=require_signed_time,
        max_bytes=max_bytes,
    )

    # Flask calls a WSGI app that a view returns, so Flask itself is not imported here.
    def receive_webhook() -> WsgiApp:
        return app

    return receive_webhook
