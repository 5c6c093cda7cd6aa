from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional, Tuple

from ... import alias_api as api
from ...page_content import PageContent
from ..client import AsyncClient
from ..list import AsyncList

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncAddresses:
    """Aliases: addresses that receive mail, temporarily or permanently."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def list(
        self,
        *,
        status: Optional[api.ListAddressesStatus] = None,
        q: Optional[str] = None,
        include: Optional[api.ListAddressesInclude] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Alias]:
        """
        Newest first.

        q: a part of the alias or of its label.
        include: `activity` adds the number of emails, the time of the last and the forwarding of each.
        """

        def read(body: api.ListAddressesAnswer) -> PageContent[api.Alias]:
            return PageContent(body["data"]["addresses"], body["data"]["total"])

        page = {"limit": limit, "offset": offset, "cursor": cursor}
        query = {"status": status, "q": q, "include": include, **page}
        return self._client.list(api.list_addresses, read, query=query, **options)

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Alias:
        return (await self._client.call(api.get_address, path={"id": id}, **options))["data"]

    async def create(self, body: Optional[api.NewAlias] = None, **options: Unpack[RequestOptions]) -> api.CreatedAlias:
        return (await self._client.call(api.create_address, body=body or {}, **options))["data"]

    async def import_csv(self, body: api.NewAliasImport, **options: Unpack[RequestOptions]) -> api.AliasImport:
        """Creates the aliases of a CSV file, such as an export of SimpleLogin or addy.io.

        It says what became of each row.
        """
        return (await self._client.call(api.import_addresses, body=body, **options))["data"]

    async def update(self, id: str, body: api.AliasChange, **options: Unpack[RequestOptions]) -> api.Alias:
        """Relabels, pauses or extends an alias."""
        return (await self._client.call(api.update_address, path={"id": id}, body=body, **options))["data"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.DeleteAddressAnswer:
        """Deletes an alias with its emails permanently."""
        return await self._client.call(api.delete_address, path={"id": id}, **options)

    async def mbox(self, id: str, **options: Unpack[RequestOptions]) -> bytes:
        """All emails of an alias that are not deleted, as an mbox.

        Give ``timeout_seconds`` that its download fits in.
        """
        return await self._client.call(api.export_address, path={"id": id}, **options)

    async def get_forwarding(self, id: str, **options: Unpack[RequestOptions]) -> api.ForwardingRule:
        """The forwarding rule of an alias."""
        return (await self._client.call(api.get_forwarding_rule, path={"id": id}, **options))["data"]

    async def update_forwarding(
        self, id: str, body: api.ForwardingRuleChange, **options: Unpack[RequestOptions]
    ) -> api.ForwardingRule:
        """Changes which of an alias's mail is forwarded: all, some or none."""
        return (await self._client.call(api.update_forwarding_rule, path={"id": id}, body=body, **options))["data"]

    async def list_rules(self, id: str, **options: Unpack[RequestOptions]) -> List[api.MailRule]:
        """The rules of an alias, in their order: what becomes of its mail before its forwarding rule."""
        return (await self._client.call(api.list_mail_rules, path={"id": id}, **options))["data"]

    async def get_rules(
        self, id: str, **options: Unpack[RequestOptions]
    ) -> Tuple[List[api.MailRule], int]:
        """The rules with their version, for `if_version` of `replace_rules`."""
        answer = await self._client.call(api.list_mail_rules, path={"id": id}, **options)
        return answer["data"], answer["version"]

    async def replace_rules(
        self,
        id: str,
        rules: List[api.NewMailRule],
        *,
        if_version: Optional[int] = None,
        **options: Unpack[RequestOptions],
    ) -> List[api.MailRule]:
        """Replaces all rules of an alias.

        `if_version`: a ChangedError where the rules have another version by now.
        """
        call = self._client.call(
            api.replace_mail_rules, path={"id": id}, body={"rules": rules}, if_version=if_version, **options
        )
        return (await call)["data"]

    def list_contacts(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.Contact]:
        """Whoever has correspondence with an alias. Newest first."""

        def read(body: api.ListContactsAnswer) -> PageContent[api.Contact]:
            return PageContent(body["data"]["contacts"], body["data"]["total"])

        query = {"limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_contacts, read, path={"id": id}, query=query, **options)

    async def put_contact(self, id: str, body: api.NewContact, **options: Unpack[RequestOptions]) -> api.Contact:
        """Adds a contact, or finds the one with that address.

        What your mailbox sends to its ``reverseAddress`` leaves from the alias.
        """
        return (await self._client.call(api.put_contact, path={"id": id}, body=body, **options))["data"]

    async def update_contact(
        self, id: str, contact_id: str, body: api.ContactChange, **options: Unpack[RequestOptions]
    ) -> api.Contact:
        """Renames, blocks or unblocks a contact."""
        path = {"id": id, "contactId": contact_id}
        return (await self._client.call(api.update_contact, path=path, body=body, **options))["data"]

    async def delete_contact(
        self, id: str, contact_id: str, **options: Unpack[RequestOptions]
    ) -> api.DeleteContactAnswer:
        return await self._client.call(api.delete_contact, path={"id": id, "contactId": contact_id}, **options)

    def list_smtp_log(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
        **options: Unpack[RequestOptions],
    ) -> AsyncList[api.SmtpLogEntry]:
        """The responses to servers that had mail for an alias in the last week, including refusals. Newest first."""

        def read(body: api.ListSmtpLogAnswer) -> PageContent[api.SmtpLogEntry]:
            return PageContent(body["data"]["entries"], body["data"]["total"])

        query = {"limit": limit, "offset": offset, "cursor": cursor}
        return self._client.list(api.list_smtp_log, read, path={"id": id}, query=query, **options)
