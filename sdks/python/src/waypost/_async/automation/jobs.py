from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncJobs:
    """Runs that wait for their turn."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def enqueue(self, body: api.NewJob, **options: Unpack[RequestOptions]) -> api.EnqueueJobAnswer:
        """Enqueues a run; `webhookUrl` receives its events."""
        return await self._client.call(api.enqueue_job, body=body, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Job:
        return await self._client.call(api.get_job, path={"id": id}, **options)

    def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.ReceivedDelivery]:
        """The deliveries about a job."""
        query = {"limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_job_deliveries, as_page, path={"id": id}, query=query, **options)
