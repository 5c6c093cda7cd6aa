from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import alias_api as api
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncAddresses:
    """Addresses that receive mail for a while or for good."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        status: Optional[api.ListAddressesStatus] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Alias]:
        """The newest first."""

        def read(body: api.ListAddressesAnswer) -> PageContent[api.Alias]:
            return PageContent(body["data"]["addresses"], body["data"]["total"])

        query = {"status": status, "limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_addresses, read, query=query, **options)

    async def create(self, body: Optional[api.NewAlias] = None, **options: Unpack[RequestOptions]) -> api.CreatedAlias:
        return (await self._client.call(api.create_address, body=body or {}, **options))["data"]

    async def update(self, id: str, body: api.AliasChange, **options: Unpack[RequestOptions]) -> api.Alias:
        """Relabels, pauses or extends it."""
        return (await self._client.call(api.update_address, path={"id": id}, body=body, **options))["data"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.DeleteAddressAnswer:
        """With its emails, for good."""
        return await self._client.call(api.delete_address, path={"id": id}, **options)

    async def get_forwarding(self, id: str, **options: Unpack[RequestOptions]) -> api.ForwardingRule:
        """Where its mail is forwarded."""
        return (await self._client.call(api.get_forwarding_rule, path={"id": id}, **options))["data"]

    async def update_forwarding(
        self, id: str, body: api.ForwardingRuleChange, **options: Unpack[RequestOptions]
    ) -> api.ForwardingRule:
        """Has its mail forwarded, all of it or some, or none."""
        return (await self._client.call(api.update_forwarding_rule, path={"id": id}, body=body, **options))["data"]

    def list_smtp_log(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.SmtpLogEntry]:
        """What was said to servers that had mail for it in the last week, refusals too. The newest first."""

        def read(body: api.ListSmtpLogAnswer) -> PageContent[api.SmtpLogEntry]:
            return PageContent(body["data"]["entries"], body["data"]["total"])

        query = {"limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_smtp_log, read, path={"id": id}, query=query, **options)
