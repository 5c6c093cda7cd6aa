from __future__ import annotations

from typing import TYPE_CHECKING, List

from ... import automation_api as api
from ..client import AsyncClient

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncRecordings:
    """Steps that a person takes in a browser, to be an automation."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def list(self, **options: Unpack[RequestOptions]) -> List[api.ListedRecording]:
        """Those under way, and those that are not saved yet."""
        return await self._client.call(api.list_recordings, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Recording:
        return await self._client.call(api.get_recording, path={"id": id}, **options)

    async def create(self, body: api.NewRecording, **options: Unpack[RequestOptions]) -> api.Recording:
        return await self._client.call(api.create_recording, body=body, **options)

    async def live_view(self, id: str, **options: Unpack[RequestOptions]) -> api.LiveView:
        """A WebSocket in which its person acts, at a path of the service, once."""
        return await self._client.call(api.create_recording_view, path={"id": id}, **options)

    async def screenshot(self, id: str, step_id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The screenshot of a step, as JPEG."""
        return await self._client.call(
            api.get_recorded_screenshot, path={"id": id, "stepId": step_id}, **options
        )

    async def save(self, id: str, body: api.RecordingToSave, **options: Unpack[RequestOptions]) -> api.SavedRecording:
        """Makes an automation of one that has ended, and validates it."""
        return await self._client.call(api.save_recording, path={"id": id}, body=body, **options)

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_recording, path={"id": id}, **options)
