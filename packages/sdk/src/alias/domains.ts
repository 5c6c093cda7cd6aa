import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { DomainRuleChange, NewDomainRule, Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

/** Custom domains, and subdomains of platform domains. */
export const domains = ({ call }: Client<Operations>) => ({
  list: (options?: RequestOptions) => unwrap(call('listDomains', {}, options)),
  get: (id: string, options?: RequestOptions) => unwrap(call('getDomain', { path: { id } }, options)),
  /** `dnsRecords` in the response are the records to publish. */
  create: (domain: string, options?: RequestOptions) =>
    unwrap(call('createDomain', { body: { domain } }, options)),
  /** Checks the records now. */
  verify: (id: string, options?: RequestOptions) => unwrap(call('verifyDomain', { path: { id } }, options)),
  /** The records to publish, to receive mail and to send authenticated mail. */
  dnsRecords: (id: string, options?: RequestOptions) =>
    unwrap(call('listDnsRecords', { path: { id } }, options)),
  /** The rules by which mail to a name without an alias makes the alias, in their order. */
  listRules: (id: string, options?: RequestOptions) =>
    unwrap(call('listDomainRules', { path: { id } }, options)),
  addRule: (id: string, body: NewDomainRule, options?: RequestOptions) =>
    unwrap(call('createDomainRule', { path: { id }, body }, options)),
  getRule: (id: string, ruleId: string, options?: RequestOptions) =>
    unwrap(call('getDomainRule', { path: { id, ruleId } }, options)),
  /** Changes, moves, pauses or resumes a rule. */
  updateRule: (id: string, ruleId: string, body: DomainRuleChange, options?: RequestOptions) =>
    unwrap(call('updateDomainRule', { path: { id, ruleId }, body }, options)),
  /** Deletes a rule; the aliases that it has made stay. */
  deleteRule: (id: string, ruleId: string, options?: RequestOptions) =>
    call('deleteDomainRule', { path: { id, ruleId } }, options),
  /** The rule that would make the alias of a name; null where none would. */
  matchRule: (id: string, localPart: string, options?: RequestOptions) =>
    unwrap(call('matchDomainRule', { path: { id }, body: { localPart } }, options)).then(({ rule }) => rule),
  /** Deletes a domain, or releases a subdomain; its aliases stop receiving mail. */
  delete: (id: string, options?: RequestOptions) => call('deleteDomain', { path: { id } }, options),
})

/** Domains of the platform. */
export const platformDomains = ({ call }: Client<Operations>) => ({
  list: (options?: RequestOptions) => unwrap(call('listPlatformDomains', {}, options)),
  /** Claims a subdomain, on which the account then has aliases as on a domain of its own. */
  claim: (id: string, name: string, options?: RequestOptions) =>
    unwrap(call('claimSubdomain', { path: { id }, body: { name } }, options)),
})
