from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import TYPE_CHECKING, List, Optional, Union

from ... import automation_api as api
from ...delivery_filter import delivery_filter
from ...iso_time import iso_time
from ...line_reader import LineReader
from ...page_content import as_page
from ...pulled_event import WAIT_SECONDS, PulledEvent, read_pulled
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncWebhooks:
    """Endpoints that receive events. Every method needs a `token`."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self, *, limit: Optional[int] = None, offset: Optional[int] = None, **options: Unpack[RequestOptions]
    ) -> AsyncList[api.Webhook]:
        query = {"limit": limit, "offset": offset}
        return self._client.list(api.list_webhooks, as_page, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Webhook:
        return await self._client.call(api.get_webhook, path={"id": id}, **options)

    async def create(self, body: api.NewWebhook, **options: Unpack[RequestOptions]) -> api.CreatedWebhook:
        """The `secret` is shown only in this response."""
        return await self._client.call(api.create_webhook, body=body, **options)

    async def update(self, id: str, body: api.WebhookChange, **options: Unpack[RequestOptions]) -> api.Webhook:
        return await self._client.call(api.update_webhook, path={"id": id}, body=body, **options)

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> None:
        await self._client.call(api.delete_webhook, path={"id": id}, **options)

    async def test(
        self, id: str, body: Optional[api.TestWebhookBody] = None, **options: Unpack[RequestOptions]
    ) -> api.TestWebhookAnswer:
        """Sends one `webhook.test`, or an example of another event, now, and returns the receiver's response."""
        return await self._client.call(api.test_webhook, path={"id": id}, body=body, **options)

    async def event_types(self, **options: Unpack[RequestOptions]) -> List[api.ListEventTypesAnswer]:
        """The events that webhooks can subscribe to, each with the schema of its data and an example."""
        return await self._client.call(api.list_event_types, **options)

    async def preview_message(
        self, body: api.PreviewWebhookMessageBody, **options: Unpack[RequestOptions]
    ) -> api.PreviewWebhookMessageAnswer:
        """The message that a webhook with this format gets for the example of an event."""
        return await self._client.call(api.preview_webhook_message, body=body, **options)

    async def test_filter(
        self, body: api.TestWebhookFilterBody, **options: Unpack[RequestOptions]
    ) -> api.TestWebhookFilterAnswer:
        """Whether an event with this data is for a webhook with this filter."""
        return await self._client.call(api.test_webhook_filter, body=body, **options)

    async def health(self, id: str, **options: Unpack[RequestOptions]) -> api.WebhookHealth:
        """A webhook's success rate, response times and last errors."""
        return await self._client.call(api.get_webhook_health, path={"id": id}, **options)

    def deliveries(
        self,
        id: str,
        *,
        status: Optional[api.ListDeliveriesStatus] = None,
        event: Optional[api.ListDeliveriesEvent] = None,
        since: Optional[Union[datetime, str]] = None,
        until: Optional[Union[datetime, str]] = None,
        response: Optional[api.ListDeliveriesResponse] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Delivery]:
        """A webhook's deliveries with their responses, newest first."""
        found = delivery_filter(status=status, event=event, since=since, until=until, response=response, q=q)
        query = {**found, "limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_deliveries, as_page, path={"id": id}, query=query, **options)

    def all_deliveries(
        self,
        *,
        webhook_id: Optional[str] = None,
        status: Optional[api.ListAllDeliveriesStatus] = None,
        event: Optional[api.ListAllDeliveriesEvent] = None,
        since: Optional[Union[datetime, str]] = None,
        until: Optional[Union[datetime, str]] = None,
        response: Optional[api.ListAllDeliveriesResponse] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.ReceivedDelivery]:
        """The deliveries of all webhooks, newest first."""
        found = delivery_filter(status=status, event=event, since=since, until=until, response=response, q=q)
        query = {"webhookId": webhook_id, **found, "limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_all_deliveries, as_page, query=query, **options)

    async def export_deliveries(
        self,
        *,
        webhook_id: Optional[str] = None,
        status: Optional[api.ExportDeliveriesStatus] = None,
        event: Optional[api.ExportDeliveriesEvent] = None,
        since: Optional[Union[datetime, str]] = None,
        until: Optional[Union[datetime, str]] = None,
        response: Optional[api.ExportDeliveriesResponse] = None,
        q: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncIterator[api.ReceivedDelivery]:
        """The deliveries of all webhooks in one response, which is read as it comes."""
        reader = LineReader()
        found = delivery_filter(status=status, event=event, since=since, until=until, response=response, q=q)
        query = {"webhookId": webhook_id, **found}
        async for chunk in self._client.stream(api.export_deliveries, query=query, **options):
            for delivery in reader.read(chunk):
                yield delivery

    async def events(self, id: str, **options: Unpack[RequestOptions]) -> AsyncIterator[PulledEvent]:
        """The events of a webhook, for receivers that no request can reach, without an end.

        Going on after the last event of a page acknowledges the page."""
        after: Optional[str] = None
        while True:
            query = {"wait": WAIT_SECONDS, "after": after}
            events = await self._client.call(api.pull_events, path={"id": id}, query=query, **options)
            for event in events:
                after = event["position"]
                yield read_pulled(event["body"], event["id"], after)

    async def redeliver(self, id: str, delivery_id: str, **options: Unpack[RequestOptions]) -> api.Delivery:
        """Redelivers a delivery under the same id."""
        path = {"id": id, "deliveryId": delivery_id}
        return await self._client.call(api.redeliver_delivery, path=path, **options)

    async def recover(
        self,
        id: str,
        since: Union[datetime, str],
        *,
        until: Optional[Union[datetime, str]] = None,
        event: Optional[api.ListDeliveriesEvent] = None,
        dry_run: Optional[bool] = None,
        **options: Unpack[RequestOptions],
    ) -> api.RecoverWebhookAnswer:
        """Redelivers the deliveries that failed or were cancelled since then; with dry_run, only counts them."""
        body: api.RecoverWebhookBody = {"since": iso_time(since)}
        if until is not None:
            body["until"] = iso_time(until)
        if event is not None:
            body["event"] = event
        if dry_run is not None:
            body["dryRun"] = dry_run
        return await self._client.call(api.recover_webhook, path={"id": id}, body=body, **options)

    async def fallback_secret(self, **options: Unpack[RequestOptions]) -> api.GetFallbackSecretAnswer:
        """The secret that signs deliveries to a `webhookUrl` without a registered webhook."""
        return await self._client.call(api.get_fallback_secret, **options)
