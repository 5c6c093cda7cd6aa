from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import alias_api as api
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncAuditLogs:
    """The account's requests, with key and IP address."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        action: Optional[str] = None,
        key_id: Optional[str] = None,
        person_reads: bool = True,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.AuditLog]:
        """
        Newest first.

        action: only this action, or all of one subject by its name, such as `address`.
        key_id: only what this API key has done.
        person_reads: False: without reads by a signed-in person, such as the dashboard's.
        """

        def read(body: api.ListAuditLogsAnswer) -> PageContent[api.AuditLog]:
            return PageContent(body["data"]["logs"], body["data"]["total"])

        match = {"action": action, "key_id": key_id, "person_reads": None if person_reads else "false"}
        query = {**match, "limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_audit_logs, read, query=query, **options)
