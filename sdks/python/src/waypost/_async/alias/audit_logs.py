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
        person_reads: bool = True,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.AuditLog]:
        """Newest first. person_reads: False: without reads by a signed-in person, such as the dashboard's."""

        def read(body: api.ListAuditLogsAnswer) -> PageContent[api.AuditLog]:
            return PageContent(body["data"]["logs"], body["data"]["total"])

        query = {"person_reads": None if person_reads else "false", "limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_audit_logs, read, query=query, **options)
