import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client } from '../client.ts'
import type { Hook } from '../outside-world.ts'
import { remoteService } from '../remote-service.ts'
import { eventNames } from './event-names.ts'
import { scopes, type Automation, type Delivery, type Execution, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client
let hook: Hook
let webhook: Webhook
let good: { automation: Automation; execution: Execution }
let bad: { automation: Automation; execution: Execution }
let unanswered: Promise<Answer<Record<string, unknown>>>

// One run succeeds and one fails; a webhook that subscribes to every event receives theirs.
beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  const { person, world } = service
  const endless = await service.webhook(['job.failed'], world.endlessUrl)
  unanswered = person.post(`/webhooks/${endless._id}/test`)

  key = await service.key(scopes)
  hook = world.hook()
  webhook = await service.webhook(eventNames, hook.url)
  const run = async (automation: Automation) => ({
    automation,
    execution: await service.run(key, automation.id),
  })
  good = await run(await service.automation(key))
  const { id } = await service.automation(key)
  const actions = [
    { name: 'read', type: 'extractText', selectors: ['.nothing'], output: 'price', timeoutMs: 1 },
  ]
  bad = await run((await key.patch<Automation>(`/api/v1/automations/${id}`, { actions })).body)
  await service.local?.hasten()
  await person.post(`/webhooks/${webhook._id}/test`)
  await Promise.all(['automation.completed', 'automation.failed'].map(hook.received))
})
afterAll(() => service.close())

const received = async (event: string) => {
  const { method, headers, body } = await hook.received(event)
  return { method, headers, envelope: JSON.parse(body.toString()) as Record<string, unknown> }
}

describe('Delivery', () => {
  test.each(['execution.started', 'automation.completed', 'automation.failed', 'webhook.test'])(
    '%s is a POST of the envelope { event, timestamp, data }',
    async (event) => {
      const { method, envelope } = await received(event)
      expect(method).toBe('POST')
      expect(envelope).toEqual({
        event,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: expect.any(Object),
      })
    },
  )
  test('a webhook receives only the events that it subscribes to', async () => {
    const other = service.world.hook()
    await service.webhook(['automation.completed'], other.url)
    await service.run(key, (await service.automation(key)).id)
    await service.local?.hasten()
    await other.received('automation.completed')
    expect(other.requests).toHaveLength(1)
  })
})

describe('Headers sent', () => {
  test.each([
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Service-Webhook/1.0'],
    ['X-Service-Event', 'automation.completed'],
    ['X-Service-Signature', /^sha256=[0-9a-f]{64}$/],
    ['X-Service-Delivery', /^[0-9a-f-]{36}$/],
  ])('a delivery has the header %s: %s', async (name, value) => {
    const { headers } = await received('automation.completed')
    const given = headers[name.toLowerCase()]
    if (typeof value === 'string') expect(given).toBe(value)
    else expect(given).toMatch(value)
  })
})

describe('Events', () => {
  test.each(eventNames)('a webhook can subscribe to %s', async (event) => {
    const given = { name: 'w', url: 'https://example.com/', events: [event] }
    const { status, body } = await service.person.post<Webhook>('/webhooks', given)
    expect(status).toBe(201)
    expect(body.events).toEqual([event])
  })
  test('a webhook cannot subscribe to an unknown event', async () => {
    const given = { name: 'w', url: 'https://example.com/', events: ['automation.exploded'] }
    expect(await service.person.post('/webhooks', given)).toMatchObject({
      status: 400,
      body: [{ property: 'events.0', constraints: { isIn: expect.any(String) } }],
    })
  })
})

describe('Payloads', () => {
  const selfHeal = { occurred: false, count: 0, healedActions: [] }

  test('automation.completed has the run, the extracted data and the heals', async () => {
    const { automation, execution } = good
    expect((await received('automation.completed')).envelope['data']).toEqual({
      jobId: null,
      executionId: execution.id,
      sessionId: null,
      automationId: automation.id,
      automationName: 'Price',
      status: 'completed',
      error: null,
      extractedData: { price: '12.50' },
      selfHeal,
    })
  })
  test('automation.failed has the run and its error', async () => {
    const { automation, execution } = bad
    expect((await received('automation.failed')).envelope['data']).toEqual({
      jobId: null,
      executionId: execution.id,
      sessionId: null,
      automationId: automation.id,
      automationName: 'Price',
      status: 'failed',
      error: execution.error,
      extractedData: {},
      selfHeal,
    })
  })
  test('execution.started has the run', async () => {
    const { data } = (await received('execution.started')).envelope as { data: { executionId: string } }
    const { automation, execution } = [good, bad].find((run) => run.execution.id === data.executionId)!
    expect(data).toEqual({
      jobId: null,
      executionId: execution.id,
      automationId: automation.id,
      status: 'running',
    })
  })
  test('webhook.test has a message', async () => {
    expect((await received('webhook.test')).envelope['data']).toEqual({
      message: expect.any(String),
      webhookId: webhook._id,
    })
  })
})

const readLog = async ({ _id }: Webhook) =>
  (await service.person.get<Delivery[]>(`/webhooks/${_id}/deliveries`)).body

const shop = (
  button: string,
) => `<!doctype html><title>Books</title><h1>Books</h1><nav><a href="/new">New</a></nav>
  ${button}<footer>Open every day</footer>`

/** Runs an automation on the page that it was made for, and again on the same page with another button. */
async function runTwice(button: string): Promise<{ automation: Automation; execution: Execution }> {
  const page = service.world.changingPage(shop('<button id="go">Show the shelves</button>'))
  const actions = [
    { name: 'open', type: 'navigate', url: page.url },
    { name: 'show', type: 'click', selectors: ['#go'], timeoutMs: 2000 },
  ]
  const { body } = await key.post<Automation>('/api/v1/automations', { name: 'Shelves', actions })
  expect(await service.run(key, body.id)).toMatchObject({ status: 'completed' })
  await service.local?.execute('update automation.automations set last_ended_at = null')
  page.show(shop(button))
  const execution = await service.run(key, body.id)
  await service.local?.hasten()
  return { automation: body, execution }
}

const dataOf = async (event: string, executionId: string) =>
  waitFor(`${event} of that run`, () => {
    const bodies = hook.requests.map(
      ({ body }) => JSON.parse(body.toString()) as { event: string; data: { executionId: string } },
    )
    return bodies.find((body) => body.event === event && body.data.executionId === executionId)?.data
  })

describe('Self-heal', () => {
  const newSelector = 'aria/Show the shelves[role="button"]'
  let healed: Awaited<ReturnType<typeof runTwice>>
  let lost: Awaited<ReturnType<typeof runTwice>>

  beforeAll(async () => {
    healed = await runTwice('<button id="b-7">Show the shelves</button>')
    lost = await runTwice('')
  }, 240_000)

  const common = ({ automation, execution }: typeof healed) => ({
    jobId: null,
    executionId: execution.id,
    automationId: automation.id,
    actionName: 'show',
    message: expect.any(String),
  })

  test('execution.selfheal.started names the run and the action', async () => {
    expect(await dataOf('execution.selfheal.started', healed.execution.id)).toEqual(common(healed))
  })
  test('execution.selfheal.succeeded also has the new selector', async () => {
    const data = await dataOf('execution.selfheal.succeeded', healed.execution.id)
    expect(data).toEqual({ ...common(healed), newSelector })
  })
  test('execution.selfheal.failed names the run and the action', async () => {
    expect(await dataOf('execution.selfheal.failed', lost.execution.id)).toEqual(common(lost))
  })
  test('the selfHeal block of a run counts its heals, whose selectors are saved in the automation', async () => {
    expect(await dataOf('automation.completed', healed.execution.id)).toMatchObject({
      status: 'completed',
      selfHeal: { occurred: true, count: 1, healedActions: [{ actionName: 'show', newSelector }] },
    })
    const { body } = await key.get<{ actions: { selectors?: string[] }[] }>(
      `/api/v1/automations/${healed.automation.id}`,
    )
    expect(body.actions[1]!.selectors![0]).toBe(newSelector)
    expect(await dataOf('automation.failed', lost.execution.id)).toMatchObject({
      selfHeal: { occurred: false, count: 0, healedActions: [] },
    })
  })
  test('the selfHealEvents of an execution list its heals, failed ones too', async () => {
    expect(healed.execution.selfHealEvents).toMatchObject([
      { actionName: 'show', outcome: 'succeeded', oldSelector: '#go', newSelector, persisted: true },
    ])
    expect(lost.execution.selfHealEvents).toMatchObject([
      { actionName: 'show', outcome: 'failed', persisted: false },
    ])
  })
})

describe('Retries', () => {
  test.each([302, 400, 404, 410, 429, 500, 503])(
    'an attempt that is answered with %i has failed',
    async (status) => {
      const failing = service.world.hook()
      failing.answer(status)
      const { _id } = await service.webhook(['job.failed'], failing.url)
      await service.person.post(`/webhooks/${_id}/test`)
      expect((await service.person.get<Webhook>(`/webhooks/${_id}`)).body).toMatchObject({
        failureCount: 1,
        lastStatus: status,
      })
      // A redirect leads back to this receiver: a second request would show that it was followed.
      expect(failing.requests).toHaveLength(1)
    },
  )
  test('an attempt without an answer within 10 s has failed', async () => {
    expect((await unanswered).status).toBe(502)
    const { body } = await service.person.get<Webhook[]>('/webhooks?limit=100')
    const endless = body.find(({ url }) => url === service.world.endlessUrl)!
    expect(endless).toMatchObject({ failureCount: 1, lastStatus: 'timeout' })
    const [delivery] = await readLog(endless)
    expect(delivery!.attempts[0]!.durationMs).toBeGreaterThan(9_900)
    expect(delivery!.attempts[0]!.durationMs).toBeLessThan(12_000)
  })
  test('the first attempt is made 5 s after the event', async () => {
    const later = await service.webhook(['automation.failed'])
    const { id } = await service.automation(key, service.world.endlessUrl)
    await key.post(`/api/v1/automations/${id}/trigger`)
    await key.post(`/api/v1/automations/${id}/stop`)
    const [delivery] = await waitFor('the event', async () => {
      const log = await readLog(later)
      return log.length > 0 && log
    })
    expect(Date.parse(delivery!.nextAttemptAt!) - Date.parse(delivery!.createdAt)).toBe(5000)
  })

  // Attempts are made due only in a service that the suite started itself.
  if (!remoteService) {
    test('the further attempts are made after 30 s, 2 min, 10 min and 30 min, and the delivery is then abandoned', async () => {
      const failing = service.world.hook()
      failing.answer(500)
      const retried = await service.webhook(['automation.completed'], failing.url)
      await service.run(key, (await service.automation(key)).id)

      const waits: (number | null)[] = []
      for (const attempts of [1, 2, 3, 4, 5]) {
        await service.local!.hasten()
        const delivery = await waitFor(`failure ${attempts}`, async () => {
          const [first] = await readLog(retried)
          return first?.failedAttempts === attempts && first
        })
        const { startedAt, durationMs } = delivery.attempts.at(-1)!
        const failedAt = Date.parse(startedAt) + durationMs
        const { nextAttemptAt } = delivery
        waits.push(nextAttemptAt === null ? null : Math.round((Date.parse(nextAttemptAt) - failedAt) / 1000))
      }
      expect(waits).toEqual([30, 120, 600, 1800, null])
      expect(await readLog(retried)).toMatchObject([{ status: 'failed', failedAttempts: 5 }])
      // Every attempt repeats the same delivery byte for byte.
      const [first, ...others] = failing.requests
      for (const { headers, body } of others) {
        expect(headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
        expect(body.equals(first!.body)).toBe(true)
      }
    })
  }
})
