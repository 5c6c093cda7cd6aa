import { newId } from '@waypost/postgres'
import { receivedDelivery } from '@waypost/webhooks'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deliveries } from '../db/tables.ts'
import { openDeliveryBed } from './test-deliveries.ts'

const { bed, send, create, publish, end } = openDeliveryBed()
const list = async (query = '') => {
  const response = await send('GET', `/webhooks/deliveries${query}`)
  expect(response.statusCode).toBe(200)
  return receivedDelivery.array().parse(response.json())
}
const exportLines = async (query = '') => {
  const response = await send('GET', `/webhooks/deliveries/export${query}`)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  return response.body
    .split('\n')
    .slice(0, -1)
    .map((line) => receivedDelivery.parse(JSON.parse(line)))
}

describe('the deliveries of all webhooks', () => {
  test('are one list, each with its webhook and the origin of its URL', async () => {
    const other = await create('https://example.org/secret?token=1')
    await publish()
    const listed = await list()
    expect(listed.map(({ webhookId, url }) => [webhookId, url]).toSorted()).toEqual(
      [
        [bed.webhookId, 'https://example.com'],
        [other, 'https://example.org'],
      ].toSorted(),
    )
    expect(await list(`?webhookId=${other}`)).toEqual(listed.filter(({ webhookId }) => webhookId === other))
    expect(await list('?status=failed')).toEqual([])
    const first = await send('GET', '/webhooks/deliveries?limit=1')
    expect(first.headers['x-total-count']).toBe('2')
    const [, next] = /^<(.+)>; rel="next"$/.exec(String(first.headers['link']))!
    expect((await send('GET', next!)).json()).toEqual([listed[1]])
  })

  test('are the caller’s, whose ever the webhook is that is asked for', async () => {
    const id = await publish()
    const stranger = await bed.service.person(newId())
    for (const path of ['/webhooks/deliveries', `/webhooks/deliveries?webhookId=${bed.webhookId}`])
      expect((await send('GET', path, undefined, stranger)).json()).toEqual([])
    const exported = await send('GET', '/webhooks/deliveries/export', undefined, stranger)
    expect([exported.statusCode, exported.body]).toEqual([200, ''])
    expect((await list()).map((delivery) => delivery.id)).toEqual([id])
  })

  test.each(['', '/export'])('are for a person only, and filters are checked%s', async (path) => {
    expect((await send('GET', `/webhooks/deliveries${path}`, undefined, {})).statusCode).toBe(401)
    for (const query of [
      'since=yesterday',
      'until=2026-01-01T00:00:00',
      'response=200',
      'q=',
      'q=%00',
      'webhookId=x',
    ])
      expect((await send('GET', `/webhooks/deliveries${path}?${query}`)).statusCode, query).toBe(400)
  })

  test('are filtered by time, response and text, those of one webhook too', async () => {
    const [old, failed] = [await publish(), await publish()]
    await end(failed, 'failed')
    const { db } = bed.service.services
    await db.execute(sql`
      insert into automation.delivery_attempts (delivery_id, number, started_at, duration_ms, status, response_body)
      values (${failed}, 1, now(), 5, 503, 'Out of order')
    `)
    const ids = async (query: string) => {
      const all = (await list(query)).map(({ id }) => id)
      const response = await send('GET', `/webhooks/${bed.webhookId}/deliveries${query}`)
      expect(response.json<{ id: string }[]>().map(({ id }) => id)).toEqual(all)
      return all
    }
    expect(await ids('?response=5xx')).toEqual([failed])
    expect(await ids('?response=none')).toEqual([])
    expect(await ids('?q=out%20of%20ORDER')).toEqual([failed])
    expect(await ids('?q=execution.started')).toEqual([failed, old])
    const [newest] = await list()
    const later = new Date(Date.parse(newest!.createdAt) + 1).toISOString()
    expect(await ids(`?since=${later}`)).toEqual([])
    expect(await ids(`?until=${later}&status=failed`)).toEqual([failed])
  })
})

describe('an export', () => {
  test('has every delivery that the filters leave once, a line each, as the list has it', async () => {
    const published = []
    for (let count = 0; count < 3; count++) published.push(await publish())
    await end(published[1]!, 'failed')
    expect(await exportLines()).toEqual(await list())
    expect((await exportLines('?status=failed')).map(({ id }) => id)).toEqual([published[1]])
  })

  test('has all of many pages', async () => {
    const { db } = bed.service.services
    const createdAt = new Date()
    const ids = Array.from({ length: 1203 }, () => newId())
    const row = { ownerId: bed.ownerId, webhookId: bed.webhookId, event: 'execution.started', createdAt }
    const ended = { status: 'delivered' as const, endedAt: createdAt }
    await db.insert(deliveries).values(ids.map((id) => ({ ...row, ...ended, id, body: '{}' })))
    expect((await exportLines()).map(({ id }) => id)).toEqual(ids.toReversed())
  })

  test('is refused while two others of the account are read, and given again when one has ended', async () => {
    const { db } = bed.service.services
    // More than the sockets hold, so that exports that are not read stay under way.
    await db.execute(sql`
      insert into automation.deliveries (id, owner_id, webhook_id, event, body, status, created_at, ended_at)
      select uuidv7(), ${bed.ownerId}, ${bed.webhookId}, 'execution.started', repeat('x', 500000), 'delivered', now(), now()
      from generate_series(1, 60)
    `)
    const base = await bed.service.app.listen({ port: 0, host: '127.0.0.1' })
    const open = () => fetch(`${base}/webhooks/deliveries/export`, { headers: bed.headers })
    const [first, second] = [await open(), await open()]
    expect([first.status, second.status]).toEqual([200, 200])
    const refused = await open()
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { message: 'Too many exports of deliveries are under way: 2 of 2. Wait for one to end.' },
    ])
    expect((await second.text()).split('\n')).toHaveLength(61)
    await expect.poll(async () => (await open()).status, { timeout: 60_000 }).toBe(200)
    await first.body?.cancel()
  })
})
