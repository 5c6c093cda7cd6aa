from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...execution_progress import ExecutionProgress, read_progress
from ...page_content import as_page
from ...server_events import ServerEventReader
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncExecutions:
    """Runs of automations."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        automation_id: Optional[str] = None,
        status: Optional[api.ListExecutionsStatus] = None,
        waiting: Optional[bool] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Execution]:
        """Newest first. waiting: only those that wait for a person. q: a part of the automation's name or of the error."""
        page = {"limit": limit, "offset": offset, "cursor": cursor}
        wanted = "true" if waiting else None
        query = {"automationId": automation_id, "status": status, "waiting": wanted, "q": q, **page}
        return self._client.list(api.list_executions, as_page, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Execution:
        return await self._client.call(api.get_execution, path={"id": id}, **options)

    async def watch(self, id: str, **options: Unpack[RequestOptions]) -> AsyncIterator[ExecutionProgress]:
        """Streams an execution's progress up to its end; `break` disconnects."""
        reader = ServerEventReader()
        async for chunk in self._client.stream(api.watch_execution, path={"id": id}, **options):
            for event in reader.read(chunk):
                yield read_progress(event)

    async def resume(self, id: str, **options: Unpack[RequestOptions]) -> api.ResumeExecutionAnswer:
        """Gives back an execution that waits for a person; a ConflictError where it does not."""
        return await self._client.call(api.resume_execution, path={"id": id}, **options)

    async def live_view(self, id: str, **options: Unpack[RequestOptions]) -> api.LiveView:
        """A WebSocket that shows the browser of a running execution, at a path of the service, once."""
        return await self._client.call(api.create_live_view, path={"id": id}, **options)

    async def failure(self, id: str, **options: Unpack[RequestOptions]) -> api.GetExecutionFailureAnswer:
        """The state of the page when a step failed."""
        return await self._client.call(api.get_execution_failure, path={"id": id}, **options)

    async def screenshot(self, id: str, number: int, **options: Unpack[RequestOptions]) -> bytes:
        """The screenshot of a step, as JPEG. number: of the step, from 1."""
        return await self._client.call(api.get_step_screenshot, path={"id": id, "number": number}, **options)

    async def variables(self, id: str, **options: Unpack[RequestOptions]) -> api.GetExecutionVariablesAnswer:
        """The values that an execution was given, without secret ones, to run again with them."""
        return await self._client.call(api.get_execution_variables, path={"id": id}, **options)

    def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.ReceivedDelivery]:
        """The deliveries about an execution and its job."""
        query = {"limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(
            api.list_execution_deliveries, as_page, path={"id": id}, query=query, **options
        )

    async def artifacts(self, id: str, **options: Unpack[RequestOptions]) -> list[api.Artifact]:
        """The files of an execution, in the order in which its steps made them."""
        return await self._client.call(api.list_artifacts, path={"id": id}, **options)

    async def artifact(self, id: str, artifact_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """Downloads a file of an execution."""
        return await self._client.call(
            api.get_artifact, path={"id": id, "artifactId": artifact_id}, **options
        )
