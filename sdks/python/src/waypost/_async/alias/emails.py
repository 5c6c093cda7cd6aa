from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import alias_api as api
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncEmails:
    """What aliases have received and sent."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        address_id: Optional[str] = None,
        type: Optional[api.ListEmailsType] = None,
        is_deleted: bool = False,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Email]:
        """
        The newest first; long bodies are cut.

        address_id: of one alias.
        is_deleted: True for the deleted ones only.
        """

        def read(body: api.ListEmailsAnswer) -> PageContent[api.Email]:
            return PageContent(body["data"], body["total"])

        page = {"limit": limit, "offset": offset, "cursor": cursor}
        query = {"address_id": address_id, "type": type, "is_deleted": is_deleted or None, **page}
        return self._client.list(api.list_emails, read, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.EmailDetail:
        """With all of its text and its attachments' names; also a deleted one."""
        return (await self._client.call(api.get_email, path={"id": id}, **options))["data"]

    async def send(self, body: api.NewEmail, **options: Unpack[RequestOptions]) -> api.SendEmailAnswerData:
        """Queues it; what becomes of it is in the `status` of `get(id)`."""
        return (await self._client.call(api.send_email, body=body, **options))["data"]

    async def update(self, id: str, body: api.EmailChange, **options: Unpack[RequestOptions]) -> api.EmailDetail:
        return (await self._client.call(api.update_email, path={"id": id}, body=body, **options))["data"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.SendEmailAnswerData:
        return (await self._client.call(api.delete_email, path={"id": id}, **options))["data"]

    async def attachment(self, id: str, attachment_id: str, **options: Unpack[RequestOptions]) -> bytes:
        return await self._client.call(api.get_attachment, path={"id": id, "attachmentId": attachment_id}, **options)

    async def raw(self, id: str, **options: Unpack[RequestOptions]) -> bytes:
        """As it came over SMTP."""
        return await self._client.call(api.get_raw_email, path={"id": id}, **options)
