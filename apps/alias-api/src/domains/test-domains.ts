import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { startDnsServer, type DnsEntry, type DnsServer } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { z } from 'zod'
import { startTestApp, testMxHost, type TestApp } from '../testing/test-app.ts'
import type { checkedDomain, createdDomain, Domain } from './domain.ts'

export type Created = z.infer<typeof createdDomain>
type Checked = z.infer<typeof checkedDomain>

export const path = '/api/v1/domains'

/** The DNS entry of a domain with the records of all accounts that share it. */
export const entered = (...domains: Created[]): DnsEntry => ({
  MX: [{ exchange: testMxHost, priority: 10 }],
  TXT: domains.map(({ dnsRecords }) => [dnsRecords.txt.value]),
})

interface Bed {
  service: TestApp
  dns: DnsServer
  key: { authorization: string }
  /** The clock's time. */
  time: number
}

/**
 * For tests: a service, DNS, a clock, and requests about domains. They use the bed's key unless they are given
 * another one.
 */
export function openDomainBed() {
  const bed = { time: Date.now() } as Bed
  beforeAll(async () => {
    bed.dns = await startDnsServer()
    const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => bed.time })
    bed.service = await startTestApp({ clock, dnsServer: bed.dns.address })
  })
  afterAll(async () => {
    await bed.service.close()
    await bed.dns.close()
  })
  beforeEach(async () => {
    bed.time = Date.now()
    bed.key = await bed.service.key('ada')
  })
  afterEach(async () => {
    bed.dns.clear()
    await bed.service.empty()
  })
  const request = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = bed.key) =>
    bed.service.app.inject({ method, url, headers, ...(payload && { payload }) })
  const add = (domain: unknown = 'ada.dev', headers = bed.key) => request('POST', path, { domain }, headers)
  const addOne = async (domain = 'ada.dev', headers = bed.key) =>
    (await add(domain, headers)).json<{ data: Created }>().data
  const list = async (headers = bed.key) =>
    (await request('GET', path, undefined, headers)).json<{ data: Domain[] }>().data
  const verify = (id: string, headers = bed.key) =>
    request('POST', `${path}/${id}/verify`, undefined, headers)
  const verifyOne = async (id: string, headers = bed.key) =>
    (await verify(id, headers)).json<{ data: Checked }>().data
  const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    bed.service.database.connectAsOwner().db.execute<Row>(query)
  return {
    bed,
    request,
    add,
    addOne,
    list,
    verify,
    verifyOne,
    async addVerified(domain = 'ada.dev', headers = bed.key) {
      const made = await addOne(domain, headers)
      bed.dns.set(domain, entered(made))
      await verifyOne(made.id, headers)
      return made
    },
    statusOf: async (id: string, headers = bed.key) =>
      (await list(headers)).find((each) => each.id === id)?.status,
    createAlias: (domain: string) => request('POST', '/api/v1/addresses', { domain }),
    /** When the domain is checked next; null: never. */
    async nextCheck(id: string): Promise<number | null> {
      const { rows } = await execute<{ at: string | null }>(
        sql`select next_check_at as at from alias.domains where id = ${id}`,
      )
      return rows[0]!.at === null ? null : new Date(rows[0]!.at).getTime()
    },
    /** Has Ada told about lost domains, by e-mail and by a webhook. */
    async listen(): Promise<void> {
      await execute(sql`update alias.accounts set email = 'ada@example.com' where id = 'ada'`)
      const hook = { url: 'https://example.com/hook', events: ['domain.lost'] }
      await request('POST', '/api/v1/webhooks', hook)
    },
    /** What Ada has been told: the events for her webhook, and the recipients of the e-mails. */
    async told() {
      const { rows: events } = await execute<{ body: string }>(
        sql`select body from alias.deliveries where event = 'domain.lost'`,
      )
      const { rows: mails } = await execute<{ rcpt_to: string }>(
        sql`select rcpt_to from alias.outbound_messages`,
      )
      return {
        events: events.map(({ body }) => (JSON.parse(body) as { data: object }).data),
        mails: mails.map(({ rcpt_to }) => rcpt_to),
      }
    },
  }
}
