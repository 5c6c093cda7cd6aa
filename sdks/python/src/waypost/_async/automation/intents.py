from __future__ import annotations

from typing import TYPE_CHECKING

from ... import automation_api as api
from ..client import AsyncClient

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncIntents:
    """Requests in plain language."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def create(self, body: api.NewIntent, **options: Unpack[RequestOptions]) -> api.AcceptIntentAnswer:
        """Runs the automation that is meant or, where there is none and the key's scopes allow it, has a draft
        generated.
        """
        return await self._client.call(api.accept_intent, body=body, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Intent:
        return await self._client.call(api.get_intent, path={"id": id}, **options)
