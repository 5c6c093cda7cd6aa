from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncSessions:
    """Browser state that runs saved, for later runs to start with."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Session]:
        query = {"limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_sessions, as_page, query=query, **options)

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_session, path={"id": id}, **options)
