"""The Waypost automation and alias services, and their webhooks."""

from .webhook_events import AliasEvent, AutomationEvent, WebhookEvent
from .webhooks.asgi_webhooks import asgi_webhooks
from .webhooks.flask_webhooks import flask_webhooks
from .webhooks.verify_webhook import verify_webhook
from .webhooks.webhook_verification_error import WebhookVerificationCode, WebhookVerificationError
from .webhooks.wsgi_webhooks import wsgi_webhooks

__all__ = [
    "AliasEvent",
    "AutomationEvent",
    "WebhookEvent",
    "WebhookVerificationCode",
    "WebhookVerificationError",
    "asgi_webhooks",
    "flask_webhooks",
    "verify_webhook",
    "wsgi_webhooks",
]
