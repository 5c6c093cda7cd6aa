import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { expect } from 'vitest'
import type { ListedEmail } from '../emails/email.ts'
import type { ForwardJob } from '../forwarding/forward-queue.ts'
import { openForwardingBed, testMessage } from '../forwarding/test-forwarding.ts'
import { createSpamFilter } from '../spam/create-spam-filter.ts'

/**
 * For tests: the bed of {@link openForwardingBed}, whose mail process judges spam by one blocklist, `bl.test`; the rules
 * of its alias, and what becomes of mail.
 */
export function openRoutedMailBed() {
  const forwarding = openForwardingBed(async ({ mail, sink, dns, service }) => {
    const client = { zones: [{ zone: 'bl.test', score: 3 }], iprevScore: 0, dns: service.services.dns }
    await mail.startInboundWorker({}, createSpamFilter({ client }))
    await mail.startSendWorker(sink.url)
    dns.set('1.0.0.127.bl.test', undefined)
  })
  const { bed, publish, receive, forward } = forwarding

  const request = async (method: 'GET' | 'PATCH' | 'POST' | 'PUT', url: string, payload?: object) => {
    const { app, person } = bed.service
    const headers = await person('ada')
    const response = await app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json<{ data: unknown; total?: number }>()
  }
  return {
    ...forwarding,
    request,
    setRules: (rules: object[]) => request('PUT', `/addresses/${bed.address.id}/rules`, { rules }),
    list: async (query: string) => {
      const { data, total } = await request('GET', `/emails?${query}`)
      const found = data as ListedEmail[]
      expect(total).toBe(found.length)
      return found.map(({ id }) => id)
    },
    subscribe: () =>
      request('POST', '/webhooks', {
        url: 'https://example.com/',
        events: ['email.received', 'email.deleted', 'email.withheld'],
      }),
    events: async () => {
      const { rows } = await bed.service.database
        .connectAsOwner()
        .db.execute<{ body: string }>(sql`select body from alias.deliveries order by id`)
      return rows.map(({ body }) => (JSON.parse(body) as { event: string }).event)
    },
    receiveFromBob: async (of: Parameters<typeof testMessage>[0] = {}) => {
      publish()
      return receive(await testMessage({ isSigned: true, ...of }))
    },
    /** Forwards what waits to be forwarded, and says where all mail has gone. */
    forwardAll: async () => {
      const { db } = bed.service.database.connectAsOwner()
      const waiting = await db.execute<{ data: ForwardJob }>(sql`
        delete from alias_jobs.job where name in ('forwards', 'rewritten-forwards') returning data
      `)
      for (const { data } of waiting.rows) {
        const { emailId, forwardingAddressId } = data
        await forward(emailId, undefined, undefined, { forwardingAddressId })
      }
      await waitFor('all to have left', async () => {
        const { rows } = await db.execute<{ count: string }>(
          sql`select count(*) from alias.outbound_messages`,
        )
        return rows[0]!.count === '0'
      })
      return bed.sink.mails.flatMap(({ to }) => to)
    },
  }
}
