from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, List, Optional, Union

from ... import alias_api as api
from ...iso_time import iso_time
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncWebhooks:
    """Endpoints that receive events."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.Webhook]:
        """Newest first."""

        def read(body: api.ListWebhooksAnswer) -> PageContent[api.Webhook]:
            return PageContent(body["data"])

        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_webhooks, read, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Webhook:
        return (await self._client.call(api.get_webhook, path={"id": id}, **options))["data"]

    async def create(self, body: api.NewWebhook, **options: Unpack[RequestOptions]) -> api.CreatedWebhook:
        """The `secret` is shown only in this response."""
        return (await self._client.call(api.create_webhook, body=body, **options))["data"]

    async def update(self, id: str, body: api.WebhookChange, **options: Unpack[RequestOptions]) -> api.Webhook:
        """Changes a webhook, replaces its secret, or enables it again."""
        return (await self._client.call(api.update_webhook, path={"id": id}, body=body, **options))["data"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.DeleteWebhookAnswer:
        return await self._client.call(api.delete_webhook, path={"id": id}, **options)

    async def event_types(self, **options: Unpack[RequestOptions]) -> List[api.ListEventTypesAnswerData]:
        """The events that webhooks can subscribe to, each with the schema of its data and an example."""
        return (await self._client.call(api.list_event_types, **options))["data"]

    async def test_filter(
        self, body: api.TestWebhookFilterBody, **options: Unpack[RequestOptions]
    ) -> api.TestWebhookFilterAnswerData:
        """Whether an event with this data is for a webhook with this filter."""
        return (await self._client.call(api.test_webhook_filter, body=body, **options))["data"]

    def deliveries(
        self,
        id: str,
        *,
        status: Optional[api.ListDeliveriesStatus] = None,
        event: Optional[api.ListDeliveriesEvent] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Delivery]:
        """A webhook's deliveries with their responses, newest first."""

        def read(body: api.ListDeliveriesAnswer) -> PageContent[api.Delivery]:
            return PageContent(body["data"])

        page = {"limit": limit, "offset": offset, "cursor": cursor}
        query = {"status": status, "event": event, **page}
        return self._client.list(api.list_deliveries, read, path={"id": id}, query=query, **options)

    async def redeliver(self, id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> api.Delivery:
        """Redelivers a delivery under the same id."""
        path = {"id": id, "deliveryId": delivery_id}
        return (await self._client.call(api.redeliver_delivery, path=path, **options))["data"]

    async def recover(
        self, id: str, since: Union[datetime, str], **options: Unpack[RequestOptions]
    ) -> api.RecoverWebhookAnswerData:
        """Redelivers all deliveries that failed or were cancelled since then."""
        body: api.RecoverWebhookBody = {"since": iso_time(since)}
        return (await self._client.call(api.recover_webhook, path={"id": id}, body=body, **options))["data"]
