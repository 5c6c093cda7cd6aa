from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Literal, Unpack

    from ...client_options import RequestOptions


class AsyncAutomations:
    """Steps to perform in a browser."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        q: Optional[str] = None,
        include: Optional[api.ListAutomationsInclude] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.ListedAutomation]:
        """
        Newest first, without the contents of files, which `get` returns.

        q: a part of the name or the description.
        include: `lastRun` adds the newest execution of each.
        """
        query = {"q": q, "include": include, "limit": limit, "offset": offset}
        return self._client.list(api.list_automations, as_page, query=query, **options)

    async def names(self, ids: Iterable[str], **options: Unpack[RequestOptions]) -> list[api.AutomationName]:
        """What automations are called, by up to 100 ids; unknown ones are left out."""
        return await self._client.call(api.list_automation_names, query={"ids": ",".join(ids)}, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Automation:
        return await self._client.call(api.get_automation, path={"id": id}, **options)

    async def create(self, body: api.NewAutomation, **options: Unpack[RequestOptions]) -> api.Automation:
        return await self._client.call(api.create_automation, body=body, **options)

    async def update(
        self,
        id: str,
        body: api.AutomationChange,
        *,
        if_version: Optional[int] = None,
        **options: Unpack[RequestOptions],
    ) -> api.Automation:
        """if_version: a ChangedError where the automation has another version by now."""
        return await self._client.call(
            api.update_automation, path={"id": id}, body=body, if_version=if_version, **options
        )

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        """Deletes an automation with its executions; a running one is stopped."""
        await self._client.call(api.delete_automation, path={"id": id}, **options)

    async def status(self, id: str, **options: Unpack[RequestOptions]) -> api.GetAutomationStatusAnswer:
        """Whether an execution is active."""
        return await self._client.call(api.get_automation_status, path={"id": id}, **options)

    async def trigger(
        self, id: str, body: Optional[api.TriggerAutomationBody] = None, **options: Unpack[RequestOptions]
    ) -> api.TriggerAutomationAnswer:
        """Starts an automation; a ConflictError where it is running already. Use `wait_for_execution` for the outcome.
        """
        return await self._client.call(api.trigger_automation, path={"id": id}, body=body or {}, **options)

    async def stop(self, id: str, **options: Unpack[RequestOptions]) -> api.StopAutomationAnswer:
        """Stops the active execution; a ConflictError where there is none."""
        return await self._client.call(api.stop_automation, path={"id": id}, **options)

    async def validate(
        self, id: str, body: Optional[api.ValidateAutomationBody] = None, **options: Unpack[RequestOptions]
    ) -> api.ValidateAutomationAnswer:
        """Validates the steps of a draft, after which it can be triggered."""
        return await self._client.call(api.validate_automation, path={"id": id}, body=body or {}, **options)

    def versions(
        self, id: str, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.ListedAutomationVersion]:
        """The versions of an automation, newest first, without the contents of files, which `version` returns."""
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_automation_versions, as_page, path={"id": id}, query=query, **options)

    async def version(self, id: str, version: int, **options: Unpack[RequestOptions]) -> api.AutomationVersion:
        """One version of an automation."""
        return await self._client.call(api.get_automation_version, path={"id": id, "version": version}, **options)

    async def restore(self, id: str, version: int, **options: Unpack[RequestOptions]) -> api.Automation:
        """Restores a version as a new version."""
        return await self._client.call(api.restore_automation_version, path={"id": id, "version": version}, **options)

    def undecided_heals(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.UndecidedHeal]:
        """The heals of all automations that nobody has accepted or refused, newest first."""
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_undecided_heals, as_page, query=query, **options)

    async def heals(self, id: str, **options: Unpack[RequestOptions]) -> list[api.Heal]:
        """The steps whose elements runs have found again, newest first."""
        return await self._client.call(api.list_heals, path={"id": id}, **options)

    async def heal_picture(
        self, id: str, heal_id: str, moment: Literal["before", "now"], **options: Unpack[RequestOptions]
    ) -> bytes:
        """A picture of the lost element or of the found one, as JPEG."""
        return await self._client.call(
            api.get_heal_picture, path={"id": id, "healId": heal_id, "moment": moment}, **options
        )

    async def accept_heal(self, id: str, heal_id: str, **options: Unpack[RequestOptions]) -> api.Heal:
        """The step keeps the element that was found."""
        return await self._client.call(api.accept_heal, path={"id": id, "healId": heal_id}, **options)

    async def refuse_heal(self, id: str, heal_id: str, **options: Unpack[RequestOptions]) -> api.Heal:
        """No later run takes that element for the one of the step."""
        return await self._client.call(api.refuse_heal, path={"id": id, "healId": heal_id}, **options)

    async def import_recording(
        self, recording: dict[str, Any], *, skip_unsupported: bool = False, **options: Unpack[RequestOptions]
    ) -> api.ImportAutomationAnswer:
        """Imports a recording of Chrome's Recorder as an automation."""
        query = {"skipUnsupported": skip_unsupported}
        return await self._client.call(api.import_automation, query=query, body=recording, **options)

    async def export(self, id: str, **options: Unpack[RequestOptions]) -> dict[str, Any]:
        """Exports an automation as a recording for Chrome's Recorder."""
        return await self._client.call(api.export_automation, path={"id": id}, **options)
