import { newId } from '@waypost/postgres'
import { startWebhookReceiver } from '@waypost/testing'
import { loggedDelivery, type LoggedDelivery } from '@waypost/webhooks'
import { describe, expect, test } from 'vitest'
import { notFound, openDeliveryBed, sinceEver } from './test-deliveries.ts'

const { bed, send, create, publish, end, list } = openDeliveryBed()

/** Every delivery on all linked pages. */
const follow = async (query: string, total: string) => {
  const seen: LoggedDelivery[] = []
  let next: string | undefined = `/webhooks/${bed.webhookId}/deliveries${query}`
  while (next) {
    const response = await send('GET', next)
    expect(response.headers['x-total-count']).toBe(total)
    seen.push(...loggedDelivery.array().parse(response.json()))
    next = /^<(.+)>; rel="next"$/.exec(String(response.headers['link']))?.[1]
    if (next)
      expect(next).toMatch(new RegExp(`^/webhooks/${bed.webhookId}/deliveries\\?.*cursor=[\\w-]{22}$`))
  }
  return seen.map((delivery) => delivery.id)
}

describe('the delivery log', () => {
  test('shows for a delivery exactly the request and the response', async () => {
    const receiver = await startWebhookReceiver()
    receiver.answer((response) => response.writeHead(503).end('not now'))
    const id = await create(receiver.url)
    await send('POST', `/webhooks/${id}/test`)
    await receiver.close()
    const response = await list('', id)
    expect(response.statusCode).toBe(200)
    const [request] = receiver.requests
    const { connection: _, 'content-length': __, host: ___, ...sent } = request!.headers
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown
    expect(response.json()).toStrictEqual([
      {
        id: request!.headers['x-service-delivery'],
        event: 'webhook.test',
        status: 'failed',
        createdAt: time,
        endedAt: time,
        nextAttemptAt: null,
        failedAttempts: 1,
        body: request!.body.toString(),
        attempts: [
          {
            number: 1,
            startedAt: time,
            durationMs: expect.any(Number) as unknown,
            status: 503,
            error: null,
            requestHeaders: sent,
            responseBody: 'not now',
          },
        ],
      },
    ])
    expect(response.headers['x-total-count']).toBe('1')
  })

  test('leads through 250 deliveries by its links, which keep the filters', async () => {
    const ids: string[] = []
    for (let made = 0; made < 250; made += 1) ids.push(await publish())
    const failed = ids.filter((_, index) => index % 5 === 0)
    for (const id of failed) await end(id, 'failed')

    // Deliveries published within one millisecond have no order of their own.
    expect(await follow('?limit=7&offset=3', '250')).toEqual(ids.toSorted().toReversed().slice(3))
    expect(await follow('?limit=100', '250')).toEqual(ids.toSorted().toReversed())
    expect(await follow('?status=failed&event=execution.started', '50')).toEqual(
      failed.toSorted().toReversed(),
    )
  })

  test('of another webhook is separate', async () => {
    const other = await create()
    await publish()
    await send('PATCH', `/webhooks/${other}`, { events: ['job.failed'] })
    await publish()
    expect((await list()).json()).toHaveLength(2)
    expect((await list('', other)).json()).toHaveLength(1)
  })

  test.each([
    ['?status=lost', 'status', 'isIn', 'lost'],
    ['?status=failed&status=pending', 'status', 'isIn', ['failed', 'pending']],
    ['?event=job.exploded', 'event', 'isIn', 'job.exploded'],
    ['?cursor=tomorrow', 'cursor', 'matches', 'tomorrow'],
    ['?limit=0', 'limit', 'min', '0'],
    ['?limit=101', 'limit', 'max', '101'],
    ['?offset=-1', 'offset', 'isInt', '-1'],
  ])('refuses %s', async (query, property, rule, receivedValue) => {
    const response = await list(query)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toStrictEqual([
      { property, constraints: { [rule]: expect.stringContaining(property) as unknown }, receivedValue },
    ])
  })
})

const routes: ['GET' | 'POST', string, object?][] = [
  ['GET', '/deliveries'],
  ['POST', `/deliveries/:delivery/redeliver`],
  ['POST', '/recover', sinceEver],
]

describe.each(routes)('%s /webhooks/:id%s', (method, path, payload) => {
  test('finds only the caller’s webhooks', async () => {
    const delivery = await publish()
    await end(delivery, 'failed')
    const bob = await bed.service.person('bob')
    const of = (id: string) => `/webhooks/${id}${path.replace(':delivery', delivery)}`
    for (const [id, as] of [
      [bed.webhookId, bob],
      [newId(), bed.headers],
      ['none', bed.headers],
    ] as const) {
      const response = await send(method, of(id), payload, as)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual(notFound('Webhook'))
    }
    expect((await list()).json()).toMatchObject([{ id: delivery, status: 'failed' }])
  })
})
