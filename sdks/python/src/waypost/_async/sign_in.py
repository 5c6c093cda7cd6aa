from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Callable, NamedTuple, Optional

from ..build_url import read_base_url
from ..clock import AsyncClock, AsyncSystemClock
from ..defaults import DASHBOARD, find_base_url
from ..lock import AsyncLock
from ..read_answer import read_answer
from ..transports.default_transport import default_async_transport
from ..transports.transport import AsyncTransport, Request
from ..user_agent import USER_AGENT


async def async_sign_in(
    email: str,
    password: str,
    *,
    base_url: Optional[str] = None,
    transport: Optional[AsyncTransport] = None,
    clock: Optional[AsyncClock] = None,
) -> Callable[[], Awaitable[str]]:
    """
    Signs a person in, for the `token` of a client. The token is renewed automatically before it expires.

    base_url: of the dashboard, which has the accounts. By default `WAYPOST_DASHBOARD_URL` of the environment, else that
      of `start` on this machine.

    Raises an AuthenticationError for a wrong password.
    """
    base, hint = find_base_url(base_url, DASHBOARD)
    url = f"{read_base_url(base)}/auth/login"
    by = transport or default_async_transport()
    time = clock or AsyncSystemClock()
    headers = {"content-type": "application/json", "user-agent": USER_AGENT}
    body = json.dumps({"email": email, "password": password}).encode()

    async def log_in() -> _SignIn:
        request = Request("POST", url, headers, body, 30, url_hint=hint)
        answer = read_answer(await by.send(request), "json", request).body
        return _SignIn(answer["token"], time.now() + answer["expiresIn"] * 0.9)

    current = await log_in()
    lock = AsyncLock()

    async def token() -> str:
        nonlocal current
        # Of several concurrent calls only one renews it. Where that fails, the next one tries again.
        async with lock:
            if time.now() >= current.renew_at:
                current = await log_in()
            return current.token

    return token


class _SignIn(NamedTuple):
    token: str
    renew_at: float
