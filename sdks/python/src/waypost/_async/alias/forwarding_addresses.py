from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import alias_api as api
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncForwardingAddresses:
    """Mailboxes that mail can be forwarded to, once their owner has confirmed it."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.ForwardingAddress]:
        def read(body: api.ListForwardingAddressesAnswer) -> PageContent[api.ForwardingAddress]:
            return PageContent(body["data"]["addresses"], body["data"]["total"])

        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_forwarding_addresses, read, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.ForwardingAddress:
        return (await self._client.call(api.get_forwarding_address, path={"id": id}, **options))["data"]

    async def create(self, email: str, **options: Unpack[RequestOptions]) -> api.CreatedForwardingAddress:
        """Sends the mailbox a confirmation link."""
        body: api.NewForwardingAddress = {"email": email}
        return (await self._client.call(api.create_forwarding_address, body=body, **options))["data"]

    async def update(
        self, id: str, change: api.ForwardingAddressChange, **options: Unpack[RequestOptions]
    ) -> api.ForwardingAddress:
        """Changes the mail that is forwarded to the mailbox: its links, and the public key that encrypts it."""
        call = self._client.call(api.update_forwarding_address, path={"id": id}, body=change, **options)
        return (await call)["data"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.DeleteForwardingAddressAnswer:
        """Deletes a forwarding address with its rules."""
        return await self._client.call(api.delete_forwarding_address, path={"id": id}, **options)

    async def resend_verification(self, id: str, **options: Unpack[RequestOptions]) -> api.ResendVerificationAnswer:
        """Sends a new confirmation link; a ConflictError where the mailbox is already confirmed."""
        return await self._client.call(api.resend_verification, path={"id": id}, **options)
