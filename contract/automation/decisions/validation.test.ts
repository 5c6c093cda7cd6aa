import { randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { Hook } from '../../outside-world.ts'
import { remoteService } from '../../remote-service.ts'
import { scopes, type Automation, type Execution, type Validation } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 28 on drafts and `validate`, and decisions 15, 17, 19 and 20 as they apply to them.
const automations = '/api/v1/automations'
let service: ServiceUnderTest
let key: Client
let stranger: Client
let hook: Hook
let shop: ReturnType<ServiceUnderTest['world']['changingPage']>
let id: string

beforeAll(async () => {
  service = await startService(['runner'])
  key = await service.key(scopes)
  stranger = await service.key(scopes, service.stranger)
  hook = service.world.hook()
  await service.webhook(['execution.started', 'automation.completed', 'automation.failed'], hook.url)
  shop = service.world.changingPage('')
})
afterAll(() => service.close())

const page = (more = '') => `<!doctype html><p class="price">12.50</p>${more}<button>Send</button>
  <script>
    document.querySelector('button').onclick = () => { document.body.innerHTML = '<h1>Sent</h1>' }
    document.querySelector('button').textContent += document.cookie
    document.cookie = 'visited=yes'
  </script>`
const open = () => ({ name: 'open', type: 'navigate', url: shop.url })
// However slow the machine is, a step that can succeed does.
const timeoutMs = 60_000
const read = { name: 'read', type: 'extractText', selectors: ['.price'], output: 'price', timeoutMs }
const send = { name: 'send', type: 'click', selectors: ['aria/Send'], timeoutMs }
const sent = { name: 'sent', type: 'extractText', selectors: ['h1'], output: 'answer', timeoutMs }

async function make(reading = read): Promise<void> {
  const made = { name: 'Order', actions: [{ ...open(), timeoutMs }, reading, send, sent] }
  id = (await key.post<Automation>(automations, made)).body.id
}
/** An automation whose first step after the page will not succeed, which need not be awaited for long. */
const makeFailing = () => make({ ...read, timeoutMs: 1500 })

beforeEach(async () => {
  shop.show(page())
  await make()
})

interface Validating {
  executionId: string
  status: string
  validation: Validation
}
const post = (input?: object, headers?: Record<string, string>, by = key) =>
  by.post<Validating>(`${automations}/${id}/validate`, input, headers)
const found = async () => (await key.get<Automation>(`${automations}/${id}`)).body
const ended = () =>
  waitFor('the end of the validation', async () => {
    const { validation } = await found()
    return validation !== null && validation.status !== 'running' && validation
  })
const executionsOf = ({ executionIds }: Validation) =>
  Promise.all(executionIds.map(async (one) => (await key.get<Execution>(`/api/v1/executions/${one}`)).body))

/** The deliveries of the hook's webhook. */
async function readDeliveries(): Promise<{ body: string }[]> {
  const { body } = await service.person.get<{ _id: string; url: string }[]>('/webhooks')
  const { _id } = body.find(({ url }) => url === hook.url)!
  return (await service.person.get<{ body: string }[]>(`/webhooks/${_id}/deliveries?limit=100`)).body
}

const markDraft = () =>
  service.local!.execute(
    `update automation.automations set origin = 'generated', is_draft = true where id = '${id}'`,
  )

describe('validate', () => {
  test('answers 202 with the execution and the validation, which passes in the end', async () => {
    expect(await found()).toMatchObject({ isDraft: false, validation: null })
    const { status, body } = await post()
    expect(status).toBe(202)
    const { executionId } = body
    expect(body).toEqual({
      executionId,
      status: 'pending',
      validation: { status: 'running', error: null, executionIds: [executionId] },
    })
    expect(await ended()).toEqual({ status: 'passed', error: null, executionIds: [executionId] })
    expect((await key.get<Execution>(`/api/v1/executions/${executionId}`)).body).toMatchObject({
      automationId: id,
      isValidation: true,
      status: 'completed',
      extractedData: { price: '12.50', answer: 'Sent' },
    })
  })

  test('with replays 2 runs the automation twice, each time in a new browser context', async () => {
    await post({ replays: 2 })
    const validation = await ended()
    const executions = await executionsOf(validation)
    expect(validation).toMatchObject({ status: 'passed', error: null })
    // A cookie kept from the first run would have changed the name of the button in the second.
    expect(executions).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
    expect(Date.parse(executions[1]!.startedAt!)).toBeGreaterThanOrEqual(
      Date.parse(executions[0]!.completedAt!),
    )
  })

  test('with stopBefore stops before that action', async () => {
    await post({ stopBefore: 'send' })
    const validation = await ended()
    expect(validation.status).toBe('passed')
    const [execution] = await executionsOf(validation)
    expect(execution!.extractedData).toEqual({ price: '12.50' })
    expect(execution!.steps.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'skipped',
      'skipped',
    ])
  })

  test.each<[what: string, html: string]>([
    ['fits two elements', page('<p class="price">13.00</p>')],
    ['fits none', page().replace('class="price"', '')],
    ['reads nothing', page().replace('12.50', '<br>')],
  ])('fails where a step %s, and names the step', async (_what, html) => {
    await makeFailing()
    shop.show(html)
    await post()
    const validation = await ended()
    expect(validation).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Step "read" \(extractText\) failed: ./),
    })
    expect(await executionsOf(validation)).toMatchObject([{ status: 'failed', error: validation.error }])
  })

  test('can be stopped like a run and has then failed', async () => {
    id = (await service.automation(key, service.world.endlessUrl)).id
    const { executionId } = (await post()).body
    expect((await post()).body).toMatchObject({ statusCode: 409, message: 'Automation is already running' })
    expect(await key.post(`${automations}/${id}/trigger`)).toMatchObject({ status: 409 })
    expect((await key.get(`${automations}/${id}/status`)).body).toEqual({ isRunning: true })
    expect((await key.post(`${automations}/${id}/stop`)).body).toEqual({ executionId, status: 'stopping' })
    expect(await ended()).toEqual({ status: 'failed', error: 'Stopped by user', executionIds: [executionId] })
  })

  test('starts once for an Idempotency-Key', async () => {
    const named = { 'idempotency-key': id }
    const first = await post({ stopBefore: 'read' }, named)
    const again = await post({ stopBefore: 'read' }, named)
    expect([again.status, again.body]).toEqual([202, first.body])
    expect((await ended()).executionIds).toHaveLength(1)
  })

  test.each<[input: object, property: string, rule: string]>([
    [{ replays: 3 }, 'replays', 'max'],
    [{ replays: '1' }, 'replays', 'isNumber'],
    [{ stopBefore: 'pay' }, 'stopBefore', 'isIn'],
    [{ sessionId: 'x' }, 'sessionId', 'isUuid'],
    [{ variables: { more: 'x' } }, 'variables.more', 'whitelistValidation'],
    [{ more: true }, 'more', 'whitelistValidation'],
  ])('with %j is a 400 on its field', async (input, property, rule) => {
    const { status, body } = await post(input)
    expect(status).toBe(400)
    expect(body).toMatchObject([{ property, constraints: { [rule]: expect.any(String) } }])
  })

  test('requires automation:execute and an automation of the same account', async () => {
    const reader = await service.key(['automation:read', 'automation:write'])
    expect(await post({}, {}, reader)).toMatchObject({
      status: 403,
      body: { message: 'Insufficient permissions. Required scopes: automation:execute' },
    })
    const missing = { status: 404, body: { message: 'Automation not found or unauthorized' } }
    expect(await post({}, {}, stranger)).toMatchObject(missing)
    expect(await key.post(`${automations}/${randomUUID()}/validate`)).toMatchObject(missing)
    expect(await post({}, {}, service.anonymous)).toMatchObject({ status: 401 })
  })

  test('waits for no cooldown, starts none, and publishes no event', async () => {
    const trigger = await key.post<{ executionId: string; startsAt: string }>(`${automations}/${id}/trigger`)
    const run = await waitFor('the run', async () => {
      const { body } = await key.get<Execution>(`/api/v1/executions/${trigger.body.executionId}`)
      return body.completedAt !== null && body
    })
    // Where time can be moved, the cooldown is not over before the test is, however slow the machine is.
    let endedAt = Date.parse(run.completedAt!)
    if (service.local) {
      endedAt += 3_600_000
      const at = new Date(endedAt).toISOString()
      await service.local.execute(
        `update automation.automations set last_ended_at = '${at}' where id = '${id}'`,
      )
    }
    await post({ stopBefore: 'send' })
    const validation = await ended()
    const [execution] = await executionsOf(validation)
    expect(Date.parse(execution!.startedAt!)).toBeLessThan(endedAt + 45_000)
    const next = await key.post<{ startsAt: string }>(`${automations}/${id}/trigger`)
    expect(Date.parse(next.body.startsAt)).toBe(endedAt + 45_000)
    await key.post(`${automations}/${id}/stop`)

    const published = (await readDeliveries()).map(
      ({ body }) => (JSON.parse(body) as { data: { executionId: string } }).data,
    )
    expect(published.filter(({ executionId }) => executionId === run.id)).toHaveLength(2)
    expect(published.filter(({ executionId }) => executionId === execution!.id)).toEqual([])
  })
})

// Over HTTP only a request in plain language makes a draft: these tests make theirs in the database.
if (!remoteService) {
  describe('a draft', () => {
    beforeEach(markDraft)
    const refused = {
      status: 409,
      body: { statusCode: 409, message: 'Automation is not validated', error: 'Conflict' },
    }

    test('runs only after its validation', async () => {
      expect(await found()).toMatchObject({ isDraft: true, validation: null })
      expect(await key.post(`${automations}/${id}/trigger`)).toMatchObject(refused)
      await post({ stopBefore: 'send' })
      expect((await ended()).status).toBe('passed')
      expect(await found()).toMatchObject({ isDraft: false })
      expect((await service.run(key, id)).status).toBe('completed')
    })

    test('remains a draft where its validation fails', async () => {
      await makeFailing()
      await markDraft()
      shop.show('<p>')
      await post()
      expect((await ended()).status).toBe('failed')
      expect(await found()).toMatchObject({ isDraft: true })
      expect(await key.post(`${automations}/${id}/trigger`)).toMatchObject(refused)
    })

    test('cannot be part of a pipeline', async () => {
      const answer = await key.post('/api/v1/pipelines', { name: 'All', automationIds: [id] })
      expect(answer).toMatchObject({
        status: 400,
        body: [{ property: 'automationIds.0', receivedValue: id }],
      })
    })

    test('is again what a validated automation becomes when its steps change', async () => {
      await post({ stopBefore: 'send' })
      await ended()
      const url = `${automations}/${id}`
      expect((await key.patch(url, { name: 'Renamed' })).body).toMatchObject({ isDraft: false })
      expect((await key.patch(url, { actions: [open()] })).body).toMatchObject({
        isDraft: true,
        validation: null,
      })
      expect(await key.post(`${automations}/${id}/trigger`)).toMatchObject(refused)
    })
  })
}
