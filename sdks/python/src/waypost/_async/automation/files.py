from __future__ import annotations

from typing import TYPE_CHECKING, List

from ... import automation_api as api
from ..client import AsyncClient

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncFiles:
    """Files of the account, which upload steps refer to as ``accountFile``."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def list(self, **options: Unpack[RequestOptions]) -> List[api.AccountFile]:
        """By name, without their contents."""
        return await self._client.call(api.list_files, **options)

    async def get(self, name: str, **options: Unpack[RequestOptions]) -> bytes:
        """Downloads a file."""
        return await self._client.call(api.get_file, path={"name": name}, **options)

    async def save(self, name: str, content: api.FileContent, **options: Unpack[RequestOptions]) -> api.AccountFile:
        """Saves a file, of at most 10 MiB, in place of an earlier one of that name."""
        return await self._client.call(api.save_file, path={"name": name}, body=content, **options)

    async def delete(self, name: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_file, path={"name": name}, **options)
