from __future__ import annotations

from .http_client_transport import AsyncHttpClientTransport, HttpClientTransport
from .transport import AsyncTransport, Transport


def default_transport() -> Transport:
    """Uses httpx where it is installed, else the standard library."""
    try:
        from .httpx_transport import HttpxTransport
    except ImportError:
        return HttpClientTransport()
    return HttpxTransport()


def default_async_transport() -> AsyncTransport:
    """Uses httpx where it is installed, else threads."""
    try:
        from .httpx_transport import AsyncHttpxTransport
    except ImportError:
        return AsyncHttpClientTransport()
    return AsyncHttpxTransport()
