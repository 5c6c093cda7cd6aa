from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncPipelines:
    """Automations that run one after the other."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Pipeline]:
        """q: a part of the name."""
        query = {"q": q, "limit": limit, "offset": offset}
        return self._client.list(api.list_pipelines, as_page, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Pipeline:
        return await self._client.call(api.get_pipeline, path={"id": id}, **options)

    async def create(self, body: api.NewPipeline, **options: Unpack[RequestOptions]) -> api.Pipeline:
        return await self._client.call(api.create_pipeline, body=body, **options)

    async def update(
        self, id: str, body: api.PipelineChange, *, if_version: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> api.Pipeline:
        """if_version: a ChangedError where the pipeline has another version by now."""
        return await self._client.call(
            api.update_pipeline, path={"id": id}, body=body, if_version=if_version, **options
        )

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_pipeline, path={"id": id}, **options)

    async def status(self, id: str, **options: Unpack[RequestOptions]) -> api.GetPipelineStatusAnswer:
        """Whether a run is active."""
        return await self._client.call(api.get_pipeline_status, path={"id": id}, **options)

    async def trigger(
        self, id: str, body: Optional[api.TriggerPipelineBody] = None, **options: Unpack[RequestOptions]
    ) -> api.TriggerPipelineAnswer:
        """Starts a pipeline; a ConflictError where it is running already. Use `wait_for_pipeline_run` for the outcome.
        """
        return await self._client.call(api.trigger_pipeline, path={"id": id}, body=body or {}, **options)

    async def stop(self, id: str, **options: Unpack[RequestOptions]) -> api.StopPipelineAnswer:
        """Stops the active run, and the automation in it."""
        return await self._client.call(api.stop_pipeline, path={"id": id}, **options)


class AsyncPipelineRuns:
    """Runs of pipelines."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        pipeline_id: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.PipelineRun]:
        """Newest first."""
        query = {"pipelineId": pipeline_id, "limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_pipeline_runs, as_page, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.PipelineRun:
        return await self._client.call(api.get_pipeline_run, path={"id": id}, **options)
