from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ... import alias_api as api
from ...client_options import AsyncToken, OnResponse
from ...clock import AsyncClock
from ...code_found import CodeFound
from ...defaults import ALIAS
from ...transports.transport import AsyncTransport
from ..client import AsyncClient
from .addresses import AsyncAddresses
from .api_keys import AsyncApiKeys
from .audit_logs import AsyncAuditLogs
from .domains import AsyncDomains, AsyncPlatformDomains
from .emails import AsyncEmails
from .forwarding_addresses import AsyncForwardingAddresses
from .held_access import AsyncHeldAccess
from .wait_for_email import wait_for_code, wait_for_email
from .webhooks import AsyncWebhooks

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncAliasClient:
    """
    The alias service: `AsyncAliasClient(api_key=…)`, or with the `token` of a person, which can manage API keys too.

    api_key: `jm_live_…` or `jm_test_…`. Without any credential it is read from the environment:
      `WAYPOST_ALIAS_API_KEY`, else `WAYPOST_API_KEY`.
    token: of a signed-in person; see `async_sign_in`.
    base_url: the URL of the service, without `/api/v1`. By default `WAYPOST_ALIAS_URL` of the environment, else
      that of `start` on this machine.
    timeout_seconds: for one attempt, including its response.
    max_retries: how often a request is retried.
    max_retry_wait_seconds: a service that asks to wait longer is not retried. Rate limits are per minute.
    on_response: called with every response, also one that is retried or becomes an error.
    transport: used instead of httpx, or of the standard library where httpx is not installed.

    Raises a WaypostError without a credential in the arguments or in the environment.
    """

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        token: Optional[AsyncToken] = None,
        base_url: Optional[str] = None,
        timeout_seconds: float = 30,
        max_retries: int = 2,
        max_retry_wait_seconds: float = 70,
        on_response: Optional[OnResponse] = None,
        transport: Optional[AsyncTransport] = None,
        clock: Optional[AsyncClock] = None,
    ) -> None:
        client = AsyncClient(
            defaults=ALIAS,
            as_key=lambda key: {"authorization": f"Bearer {key}"},
            api_key=api_key,
            token=token,
            base_url=base_url,
            timeout_seconds=timeout_seconds,
            max_retries=max_retries,
            max_retry_wait_seconds=max_retry_wait_seconds,
            on_response=on_response,
            transport=transport,
            clock=clock,
        )
        self._client = client
        self.addresses = AsyncAddresses(client)
        self.emails = AsyncEmails(client)
        self.domains = AsyncDomains(client)
        self.platform_domains = AsyncPlatformDomains(client)
        self.forwarding_addresses = AsyncForwardingAddresses(client)
        self.audit_logs = AsyncAuditLogs(client)
        self.webhooks = AsyncWebhooks(client)
        self.api_keys = AsyncApiKeys(client)
        self.held_access = AsyncHeldAccess(client)

    async def account(self, **options: Unpack[RequestOptions]) -> api.Account:
        """The account's plan and its limits."""
        return (await self._client.call(api.get_account, **options))["data"]

    async def analytics(self, **options: Unpack[RequestOptions]) -> api.Analytics:
        """The number of aliases and emails, in total and this month."""
        return await self._client.call(api.get_analytics, **options)

    async def overview(self, *, days: Optional[int] = None, **options: Unpack[RequestOptions]) -> api.Overview:
        """The emails of the last days, 30 by default, what needs attention, and the limits."""
        return (await self._client.call(api.get_overview, query={"days": days}, **options))["data"]

    async def wait_for_email(
        self,
        address_id: str,
        *,
        sender: str = "",
        subject: str = "",
        since: Union[datetime, str, None] = None,
        where: Optional[Callable[[api.Email], bool]] = None,
        timeout_seconds: float = 60,
        poll_seconds: float = 2,
    ) -> api.EmailDetail:
        """
        Waits for an email to an alias and returns the newest match in full.

        sender: a part of the sender's address or name, case-insensitive.
        subject: a part of the subject, case-insensitive.
        since: received at this time or later. By default an existing email matches too.
        where: a further condition.

        Raises a TimeoutError after `timeout_seconds`.
        """
        return await wait_for_email(
            self._client.clock,
            self.emails,
            address_id,
            sender,
            subject,
            since,
            where,
            timeout_seconds,
            poll_seconds,
        )

    async def wait_for_code(
        self,
        address_id: str,
        *,
        sender: str = "",
        subject: str = "",
        since: Union[datetime, str, None] = None,
        where: Optional[Callable[[api.Email], bool]] = None,
        timeout_seconds: float = 60,
        poll_seconds: float = 2,
    ) -> CodeFound:
        """
        Waits for an email to an alias with a one-time code, and returns the code that the email leaves no doubt about,
        with the email.

        since: the time before the code was asked for, so that an earlier code is not taken for it.

        Raises a TimeoutError after `timeout_seconds`.
        """
        return await wait_for_code(
            self._client.clock,
            self.emails,
            address_id,
            sender,
            subject,
            since,
            where,
            timeout_seconds,
            poll_seconds,
        )

    async def close(self) -> None:
        """Closes the client's connections, except those of a given transport. The client cannot be used afterwards."""
        await self._client.close()

    async def __aenter__(self) -> AsyncAliasClient:
        return self

    async def __aexit__(self, *_error: Any) -> None:
        await self.close()
