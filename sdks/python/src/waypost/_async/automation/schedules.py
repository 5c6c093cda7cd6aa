from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncSchedules:
    """Runs that start by the clock."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.Schedule]:
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_schedules, as_page, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Schedule:
        return await self._client.call(api.get_schedule, path={"id": id}, **options)

    async def create(self, body: api.NewSchedule, **options: Unpack[RequestOptions]) -> api.Schedule:
        return await self._client.call(api.create_schedule, body=body, **options)

    async def update(
        self, id: str, body: api.ScheduleChange, **options: Unpack[RequestOptions]
    ) -> api.Schedule:
        return await self._client.call(api.update_schedule, path={"id": id}, body=body, **options)

    def runs(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.ScheduleRun]:
        """The times that have come, latest first."""
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_schedule_runs, as_page, path={"id": id}, query=query, **options)

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_schedule, path={"id": id}, **options)
