from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import alias_api as api
from ...page_content import PageContent
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
        def read(body: api.ListHeldAccessAnswer) -> PageContent[api.HeldAccess]:
            return PageContent(body["data"])

        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_held_access, read, query=query, **options)

    async def keep(self, id: str, **options: Unpack[RequestOptions]) -> api.KeepHeldAccessAnswer:
        """Activates it again. To remove it, delete the key, the webhook or the rule."""
        return await self._client.call(api.keep_held_access, path={"id": id}, **options)
