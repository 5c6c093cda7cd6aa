from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncHeldAccess:
    """Access that a recovery of the account has deactivated until its owner keeps it. Every method needs a `token`."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.HeldAccess]:
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_held_access, as_page, query=query, **options)

    async def keep(self, id: str, **options: Unpack[RequestOptions]) -> None:
        """Activates it again. To remove it, delete the key or the webhook."""
        await self._client.call(api.keep_held_access, path={"id": id}, **options)
