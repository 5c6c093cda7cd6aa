import type { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { forwardingAddresses } from '../db/tables.ts'
import { openDomainBed } from '../domains/test-domains.ts'
import type { Address } from '../addresses/address.ts'
import type { DomainRule } from './domain-rule.ts'

const path = (domainId: string, ruleId?: string) =>
  `/api/v1/domains/${domainId}/rules${ruleId === undefined ? '' : `/${ruleId}`}`

/** For tests: a service with DNS, in which Ada adds rules to her domain `ada.dev`. */
export function openRulesBed() {
  const domains = openDomainBed()
  const { bed, request } = domains
  return {
    ...domains,
    path,
    any: { match: { type: 'any' } },
    addRule: (domainId: string, rule: object, headers = bed.key) =>
      request('POST', path(domainId), rule, headers),
    async addedRule(domainId: string, rule: object, headers = bed.key) {
      return (await request('POST', path(domainId), rule, headers)).json<{ data: DomainRule }>().data
    },
    changeRule: (domainId: string, ruleId: string, payload: object, headers = bed.key) =>
      bed.service.app.inject({ method: 'PATCH', url: path(domainId, ruleId), headers, payload }),
    listRules: async (domainId: string, headers = bed.key) =>
      (await request('GET', path(domainId), undefined, headers)).json<{ data: DomainRule[] }>().data,
    limit: (limits: object) =>
      bed.service.app.inject({
        method: 'PUT',
        url: '/admin/accounts/ada/limits',
        headers: { authorization: 'Bearer the operator of the tests' },
        payload: limits,
      }),
    aliases: async (headers = bed.key) =>
      (await request('GET', '/api/v1/addresses', undefined, headers))
        .json<{ data: { addresses: Address[] } }>()
        .data.addresses.toReversed(),
    execute: <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
      bed.service.database.connectAsOwner().db.execute<Row>(query),
    async addMailbox(email = 'me@example.net', isVerified = true, ownerId = 'live:ada'): Promise<string> {
      const id = newId()
      const verifiedAt = isVerified ? new Date() : null
      await bed.service.database
        .connectAsOwner()
        .db.insert(forwardingAddresses)
        .values({ id, ownerId, email, verifiedAt, createdAt: new Date() })
      return id
    },
  }
}
