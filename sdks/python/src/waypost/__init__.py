"""The Waypost automation and alias services, and their webhooks."""

from . import alias_api, automation_api, types, webhook_events
from ._async.alias.alias_client import AsyncAliasClient
from ._async.automation.automation_client import AsyncAutomationClient
from ._async.list import AsyncList, AsyncPage
from ._async.sign_in import async_sign_in
from ._sync.alias.alias_client import AliasClient
from ._sync.automation.automation_client import AutomationClient
from ._sync.list import List, Page
from ._sync.sign_in import sign_in
from .client_options import AsyncToken, RequestOptions, ResponseInfo, Token
from .clock import AsyncClock, Clock
from .code_found import CodeFound
from .email_listed import EmailListed
from .errors import (
    ApiError,
    AuthenticationError,
    ChangedError,
    ConflictError,
    ConnectionError,
    InputIssue,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServerError,
    TimeoutError,
    ValidationError,
    WaypostError,
)
from .execution_progress import ExecutionProgress
from .place import Place
from .pulled_event import PulledEvent
from .transports.http_client_transport import AsyncHttpClientTransport, HttpClientTransport
from .transports.transport import AsyncTransport, RawAnswer, Request, Transport
from .user_agent import VERSION as __version__
from .webhook_events import AliasEvent, AutomationEvent, WebhookEvent
from .webhooks.asgi_webhooks import asgi_webhooks
from .webhooks.flask_webhooks import flask_webhooks
from .webhooks.sign_webhook import sign_webhook
from .webhooks.verify_webhook import verify_webhook
from .webhooks.webhook_headers import WebhookHeaders
from .webhooks.webhook_verification_error import WebhookVerificationCode, WebhookVerificationError
from .webhooks.wsgi_webhooks import wsgi_webhooks

__all__ = [
    "AliasClient",
    "AliasEvent",
    "ApiError",
    "AsyncAliasClient",
    "AsyncAutomationClient",
    "AsyncClock",
    "AsyncHttpClientTransport",
    "AsyncList",
    "AsyncPage",
    "AsyncToken",
    "AsyncTransport",
    "AuthenticationError",
    "AutomationClient",
    "AutomationEvent",
    "ChangedError",
    "Clock",
    "CodeFound",
    "ConflictError",
    "ConnectionError",
    "EmailListed",
    "ExecutionProgress",
    "HttpClientTransport",
    "InputIssue",
    "List",
    "NotFoundError",
    "Page",
    "PermissionError",
    "Place",
    "PulledEvent",
    "RateLimitError",
    "RawAnswer",
    "Request",
    "RequestOptions",
    "ResponseInfo",
    "ServerError",
    "TimeoutError",
    "Token",
    "Transport",
    "ValidationError",
    "WaypostError",
    "WebhookEvent",
    "WebhookHeaders",
    "WebhookVerificationCode",
    "WebhookVerificationError",
    "__version__",
    "alias_api",
    "asgi_webhooks",
    "async_sign_in",
    "automation_api",
    "flask_webhooks",
    "sign_in",
    "sign_webhook",
    "types",
    "verify_webhook",
    "webhook_events",
    "wsgi_webhooks",
]
