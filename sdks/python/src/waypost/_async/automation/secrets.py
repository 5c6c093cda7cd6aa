from __future__ import annotations

from typing import TYPE_CHECKING, List

from ... import automation_api as api
from ..client import AsyncClient

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncSecrets:
    """Passwords and other texts of the account, which steps refer to as ``${secrets.name}``."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def list(self, **options: Unpack[RequestOptions]) -> List[api.Secret]:
        """By name, without their values."""
        return await self._client.call(api.list_secrets, **options)

    async def save(self, name: str, value: str, **options: Unpack[RequestOptions]) -> api.Secret:
        """Saves a secret in place of an earlier one of that name."""
        return await self._client.call(api.save_secret, path={"name": name}, body={"value": value}, **options)

    async def delete(self, name: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_secret, path={"name": name}, **options)
