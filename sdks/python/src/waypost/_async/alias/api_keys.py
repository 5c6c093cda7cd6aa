from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import alias_api as api
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncApiKeys:
    """Credentials for programs. Every method needs a `token`."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.ApiKey]:
        """Including revoked ones, newest first."""

        def read(body: api.ListApiKeysAnswer) -> PageContent[api.ApiKey]:
            return PageContent(body["data"])

        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_api_keys, read, query=query, **options)

    async def create(self, body: api.NewApiKey, **options: Unpack[RequestOptions]) -> api.CreatedApiKey:
        """The `rawKey` is shown only in this response."""
        return (await self._client.call(api.create_api_key, body=body, **options))["data"]

    async def revoke(self, id: str, **options: Unpack[RequestOptions]) -> api.RevokeApiKeyAnswer:
        """Revokes a key permanently."""
        return await self._client.call(api.revoke_api_key, path={"id": id}, **options)
