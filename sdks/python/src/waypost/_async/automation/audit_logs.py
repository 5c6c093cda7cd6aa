from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ... import automation_api as api
from ...page_content import as_page
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncAuditLogs:
    """Who did what, from where."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        action: Optional[api.ListAuditLogsAction] = None,
        resource_id: Optional[str] = None,
        key_id: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.AuditLog]:
        """Newest first. key_id: only what this API key has done."""
        page = {"limit": limit, "offset": offset, "cursor": cursor}
        query = {"action": action, "resourceId": resource_id, "keyId": key_id, **page}
        return self._client.list(api.list_audit_logs, as_page, query=query, **options)
