import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import type { Hook } from '../outside-world.ts'
import { eventNames } from './event-names.ts'
import { scopes, type Automation, type Execution, type Webhook } from './resources.ts'
import { startService, type ServiceUnderTest } from './service-under-test.ts'

let service: ServiceUnderTest
let key: Client
let hook: Hook
let webhook: Webhook
let good: { automation: Automation; execution: Execution }
let bad: { automation: Automation; execution: Execution }

// One run succeeds and one fails; a webhook that subscribes to every event receives theirs.
beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  const { person, world } = service
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

const shop = (
  button: string,
) => `<!doctype html><title>Books</title><h1>Books</h1><nav><a href="/new">New</a></nav>
  ${button}<footer>Open every day</footer>`

/**
 * Runs an automation on the page that it was made for, and again on the same page with another button, which is looked for
 * when the time of its step is over.
 */
async function runTwice(button: string): Promise<{ automation: Automation; execution: Execution }> {
  const page = service.world.changingPage(shop('<button id="go">Show the shelves</button>'))
  const actions = [
    { name: 'open', type: 'navigate', url: page.url },
    { name: 'show', type: 'click', selectors: ['#go'], timeoutMs: 15_000 },
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
    ;[healed, lost] = await Promise.all([
      runTwice('<button id="b-7">Show the shelves</button>'),
      runTwice(''),
    ])
    if (healed.execution.status !== 'completed')
      throw new Error(`the run did not heal: ${JSON.stringify(healed.execution)}`)
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
