from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import TYPE_CHECKING, Optional, Union

from ... import alias_api as api
from ...email_listed import EmailListed, read_listed
from ...iso_time import iso_time
from ...page_content import PageContent
from ...server_events import ServerEventReader
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


# Between two streams: a service that ends each at once would be asked without a pause.
_PAUSE_SECONDS = 1.0


class AsyncEmails:
    """Emails that aliases have received and sent."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def export(self, **options: Unpack[RequestOptions]) -> AsyncIterator[bytes]:
        """All emails that are not deleted, as a zip with an mbox of each alias. It is read as it comes."""
        async for chunk in self._client.stream(api.export_emails, **options):
            yield chunk

    def list(
        self,
        *,
        address_id: Optional[str] = None,
        type: Optional[api.ListEmailsType] = None,
        is_deleted: bool = False,
        is_spam: Optional[bool] = None,
        is_withheld: bool = False,
        is_starred: Optional[bool] = None,
        sender: Optional[str] = None,
        subject: Optional[str] = None,
        q: Optional[str] = None,
        search: Optional[str] = None,
        thread_id: Optional[str] = None,
        collapse_threads: bool = False,
        label: Optional[str] = None,
        since: Union[datetime, str, None] = None,
        wait: Optional[int] = None,
        include: Optional[api.ListEmailsInclude] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Email]:
        """
        Newest first; long bodies are cut.

        address_id: only emails of this alias.
        is_deleted: True: only deleted emails.
        is_spam: True: only spam; False: without it.
        is_withheld: True: only emails whose forward is withheld.
        is_starred: True: only starred emails; False: without them.
        sender: a part of the sender's address or name, case-insensitive.
        subject: a part of the subject, case-insensitive.
        q: a part of the sender, the subject or the text, case-insensitive.
        search: a part of the sender or the subject, case-insensitive; fast among any number of emails.
        thread_id: only emails of this conversation, as emails name it.
        collapse_threads: True: of each conversation only the newest email that matches, with `thread`. The total
            still counts all emails.
        label: one of their labels.
        since: received at this time or later.
        wait: while no email matches, the service waits for one, at most this many seconds (30), which the
            attempt may take longer.
        include: `alias` adds the label of the alias of each.
        """

        def read(body: api.ListEmailsAnswer) -> PageContent[api.Email]:
            return PageContent(body["data"], body["total"])

        page = {"limit": limit, "offset": offset, "cursor": cursor}
        earliest = None if since is None else iso_time(since)
        match = {"from": sender, "subject": subject, "q": q, "search": search, "since": earliest, "wait": wait}
        which = {"address_id": address_id, "type": type, "label": label, "include": include}
        marks = {"is_spam": is_spam, "is_starred": is_starred, "is_withheld": is_withheld or None}
        folder = {"is_deleted": is_deleted or None, **marks}
        threads = {"threadId": thread_id, "collapseThreads": collapse_threads or None}
        query = {**which, **folder, **match, **threads, **page}
        if wait is not None:
            options.setdefault("timeout_seconds", wait + 30.0)
        return self._client.list(api.list_emails, read, query=query, **options)

    async def watch(
        self,
        *,
        address_id: Optional[str] = None,
        type: Optional[api.WatchEmailsType] = None,
        is_spam: Optional[bool] = None,
        sender: Optional[str] = None,
        subject: Optional[str] = None,
        q: Optional[str] = None,
        since: Union[datetime, str, None] = None,
        after: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncIterator[EmailListed]:
        """
        Emails as they are listed, without an end; `break` disconnects. A stream that the service ends is followed by
        another one, which goes on after it.

        address_id: only emails of this alias.
        is_spam: True: only spam; False: without it.
        sender: a part of the sender's address or name, case-insensitive.
        subject: a part of the subject, case-insensitive.
        q: a part of the sender, the subject or the text, case-insensitive.
        since: received at this time or later.
        after: the id of the last event that was dealt with: the stream goes on after it, without a gap. By default
            it begins now.
        """
        earliest = None if since is None else iso_time(since)
        match = {"from": sender, "subject": subject, "q": q, "since": earliest}
        filters = {"address_id": address_id, "type": type, "is_spam": is_spam, **match}
        while True:
            reader = ServerEventReader()
            query = {**filters, "after": after}
            async for chunk in self._client.stream(api.watch_emails, query=query, **options):
                for event in reader.read(chunk):
                    yield read_listed(event)
            after = reader.last_id or after
            await self._client.clock.wait(_PAUSE_SECONDS)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.EmailDetail:
        """An email, also a deleted one, with its whole text and the names of its attachments."""
        return (await self._client.call(api.get_email, path={"id": id}, **options))["data"]

    async def send(self, body: api.NewEmail, **options: Unpack[RequestOptions]) -> api.SendEmailAnswerData:
        """Queues an email; the `status` of `get(id)` shows the outcome."""
        return (await self._client.call(api.send_email, body=body, **options))["data"]

    async def update(self, id: str, body: api.EmailChange, **options: Unpack[RequestOptions]) -> api.EmailDetail:
        return (await self._client.call(api.update_email, path={"id": id}, body=body, **options))["data"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.SendEmailAnswerData:
        return (await self._client.call(api.delete_email, path={"id": id}, **options))["data"]

    async def restore(self, id: str, **options: Unpack[RequestOptions]) -> api.EmailDetail:
        """Moves an email back from the deleted ones."""
        return (await self._client.call(api.restore_email, path={"id": id}, **options))["data"]

    async def attachment(self, id: str, attachment_id: str, **options: Unpack[RequestOptions]) -> bytes:
        return await self._client.call(api.get_attachment, path={"id": id, "attachmentId": attachment_id}, **options)

    async def remote_image(self, id: str, url: str, **options: Unpack[RequestOptions]) -> bytes:
        """A remote image of the email, loaded by the service: its sender does not learn who reads it."""
        return await self._client.call(api.get_email_remote_image, path={"id": id}, query={"url": url}, **options)

    async def raw(self, id: str, **options: Unpack[RequestOptions]) -> bytes:
        """The raw message as it was transferred over SMTP."""
        return await self._client.call(api.get_raw_email, path={"id": id}, **options)
