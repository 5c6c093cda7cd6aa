from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
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
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_api_keys, as_page, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.ApiKey:
        return await self._client.call(api.get_api_key, path={"id": id}, **options)

    async def create(self, body: api.NewApiKey, **options: Unpack[RequestOptions]) -> api.CreatedApiKey:
        """The `rawKey` is shown only in this response."""
        return await self._client.call(api.create_api_key, body=body, **options)

    async def update(self, id: str, body: api.ApiKeyChange, **options: Unpack[RequestOptions]) -> api.ApiKey:
        return await self._client.call(api.update_api_key, path={"id": id}, body=body, **options)

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_api_key, path={"id": id}, **options)
