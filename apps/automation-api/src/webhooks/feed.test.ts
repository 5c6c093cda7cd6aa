import { newId } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { notFound, openDeliveryBed } from './test-deliveries.ts'

interface Event {
  id: string
  position: string
  body: string
}

const { bed, send, publish, list } = openDeliveryBed()
const pull = (query = '', as: object = bed.headers, id = bed.webhookId) =>
  send('GET', `/webhooks/${id}/events${query}`, undefined, as)
const pullOne = async (query = '') => {
  const response = await pull(`?wait=30${query}`)
  expect(response.statusCode).toBe(200)
  const [event, ...others] = response.json<Event[]>()
  expect(others).toEqual([])
  return event!
}

test('events are pulled, acknowledged, and delivered by that', async () => {
  const before = await send('GET', `/webhooks/${bed.webhookId}`)
  expect(before.json()).not.toHaveProperty('feed')
  expect((await pull()).json()).toEqual([])
  const [first, second] = [await publish(), await publish()]
  // Both may not be readable at the same moment.
  await expect
    .poll(async () => (await pull()).json<Event[]>().map(({ id }) => id), { timeout: 60_000 })
    .toEqual([first, second])
  const [event] = (await pull('?limit=1')).json<Event[]>()
  const logged = (await list()).json<{ id: string; body: string }[]>()
  expect(event!.body).toBe(logged.find(({ id }) => id === first)!.body)
  expect((await pullOne(`&after=${event!.position}`)).id).toBe(second)
  expect((await pullOne()).id).toBe(second)
  const states = (await list()).json<{ id: string; status: string }[]>()
  expect(states.map(({ id, status }) => [id, status])).toEqual([
    [second, 'pending'],
    [first, 'delivered'],
  ])
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown
  const after = await send('GET', `/webhooks/${bed.webhookId}`)
  expect(after.json()).toMatchObject({ feed: { startedAt: time, acknowledgedAt: time } })
})

test('only their owner pulls events, with a JWT, and the query is checked', async () => {
  const stranger = await bed.service.person(newId())
  for (const [as, id] of [
    [stranger, bed.webhookId],
    [bed.headers, newId()],
    [bed.headers, 'none'],
  ] as const) {
    const response = await pull('', as, id)
    expect([response.statusCode, response.json()]).toEqual([404, notFound('Webhook')])
  }
  expect((await pull('', {})).statusCode).toBe(401)
  for (const query of ['after=x', 'after=', 'wait=31', 'wait=-1', 'wait=1.5', 'limit=0', 'limit=101'])
    expect((await pull(`?${query}`)).statusCode, query).toBe(400)
})

test('an account waits for events with ten requests at once, and not with more', async () => {
  const base = await bed.service.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const open = (signal = leaving.signal) =>
    fetch(`${base}/webhooks/${bed.webhookId}/events?wait=30`, { headers: bed.headers, signal })
  // One that meets a request of the next line is refused, and asks again.
  const wait = async (): Promise<void> => ((await open()).status === 429 ? wait() : undefined)
  const waiting = Array.from({ length: 10 }, () => wait().catch(() => {}))
  await expect.poll(async () => (await pull()).statusCode, { timeout: 60_000 }).toBe(429)
  expect((await pull()).json()).toMatchObject({
    message: 'Too many requests wait for events: 10 of 10. Each ends with its wait.',
  })
  leaving.abort()
  await Promise.all(waiting)
  await expect.poll(async () => (await pull()).statusCode, { timeout: 60_000 }).toBe(200)
})
