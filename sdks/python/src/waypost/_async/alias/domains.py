from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

from ... import alias_api as api
from ..client import AsyncClient

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ...client_options import RequestOptions


class AsyncDomains:
    """Custom domains, and subdomains of platform domains."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def get(self, id: str, **options: Unpack[RequestOptions]) -> api.Domain:
        return (await self._client.call(api.get_domain, path={"id": id}, **options))["data"]

    async def create(self, domain: str, **options: Unpack[RequestOptions]) -> api.CreatedDomain:
        """`dnsRecords` in the response are the records to publish."""
        body: api.NewDomain = {"domain": domain}
        return (await self._client.call(api.create_domain, body=body, **options))["data"]

    async def verify(self, id: str, **options: Unpack[RequestOptions]) -> api.CheckedDomain:
        """Checks the records now."""
        return (await self._client.call(api.verify_domain, path={"id": id}, **options))["data"]

    async def dns_records(self, id: str, **options: Unpack[RequestOptions]) -> api.DnsRecords:
        """The records to publish, to receive mail and to send authenticated mail."""
        return (await self._client.call(api.list_dns_records, path={"id": id}, **options))["data"]

    async def list_rules(self, id: str, **options: Unpack[RequestOptions]) -> List[api.DomainRule]:
        """The rules by which mail to a name without an alias makes the alias, in their order."""
        return (await self._client.call(api.list_domain_rules, path={"id": id}, **options))["data"]

    async def add_rule(
        self, id: str, body: api.NewDomainRule, **options: Unpack[RequestOptions]
    ) -> api.DomainRule:
        call = self._client.call(api.create_domain_rule, path={"id": id}, body=body, **options)
        return (await call)["data"]

    async def get_rule(self, id: str, rule_id: str, **options: Unpack[RequestOptions]) -> api.DomainRule:
        path = {"id": id, "ruleId": rule_id}
        return (await self._client.call(api.get_domain_rule, path=path, **options))["data"]

    async def update_rule(
        self, id: str, rule_id: str, change: api.DomainRuleChange, **options: Unpack[RequestOptions]
    ) -> api.DomainRule:
        """Changes, moves, pauses or resumes a rule."""
        path = {"id": id, "ruleId": rule_id}
        return (await self._client.call(api.update_domain_rule, path=path, body=change, **options))["data"]

    async def delete_rule(
        self, id: str, rule_id: str, **options: Unpack[RequestOptions]
    ) -> api.DeleteDomainRuleAnswer:
        """Deletes a rule; the aliases that it has made stay."""
        path = {"id": id, "ruleId": rule_id}
        return await self._client.call(api.delete_domain_rule, path=path, **options)

    async def match_rule(
        self, id: str, local_part: str, **options: Unpack[RequestOptions]
    ) -> Optional[api.DomainRule]:
        """The rule that would make the alias of a name; None where none would."""
        body: api.MatchDomainRuleBody = {"localPart": local_part}
        call = self._client.call(api.match_domain_rule, path={"id": id}, body=body, **options)
        return (await call)["data"]["rule"]

    async def delete(self, id: str, **options: Unpack[RequestOptions]) -> api.DeleteDomainAnswer:
        """Deletes a domain, or releases a subdomain; its aliases stop receiving mail."""
        return await self._client.call(api.delete_domain, path={"id": id}, **options)

    async def list(self, **options: Unpack[RequestOptions]) -> list[api.Domain]:
        return (await self._client.call(api.list_domains, **options))["data"]


class AsyncPlatformDomains:
    """Domains of the platform."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def claim(self, id: str, name: str, **options: Unpack[RequestOptions]) -> api.Domain:
        """Claims a subdomain, on which the account then has aliases as on a domain of its own."""
        body: api.ClaimSubdomainBody = {"name": name}
        return (await self._client.call(api.claim_subdomain, path={"id": id}, body=body, **options))["data"]

    async def list(self, **options: Unpack[RequestOptions]) -> list[api.PlatformDomain]:
        return (await self._client.call(api.list_platform_domains, **options))["data"]
