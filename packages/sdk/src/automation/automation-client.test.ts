import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ChangedError,
  ConflictError,
  NotFoundError,
  PermissionError,
  TimeoutError,
  ValidationError,
} from '../client/errors.ts'
import { createTestClock } from '../testing/start-scripted-service.ts'
import { startService, type StartedService } from '../testing/start-service.ts'
import { verifyWebhook } from '../webhooks/verify-webhook.ts'
import { AutomationClient } from './automation-client.ts'

let service: StartedService
let receiver: WebhookReceiver
let owners = 0
let waypost: AutomationClient

beforeAll(async () => {
  service = await startService('automation')
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})
beforeEach(async () => {
  const token = await service.token(`owner-${(owners += 1)}`)
  const { rawKey } = await new AutomationClient({ token, baseUrl: service.url }).apiKeys.create({
    name: 'test',
    scopes: [
      'automation:read',
      'automation:write',
      'automation:execute',
      'pipeline:read',
      'pipeline:write',
      'pipeline:execute',
    ],
  })
  waypost = new AutomationClient({ apiKey: rawKey, token, baseUrl: service.url })
})

const wanted = {
  name: 'Read',
  actions: [{ name: 'Open', type: 'navigate' as const, url: 'https://example.com/' }],
}

describe('automations', () => {
  test('can be created, read, changed and deleted', async () => {
    const made = await waypost.automations.create(wanted)
    expect(made).toMatchObject({ ...wanted, version: 1 })
    expect(await waypost.automations.get(made.id)).toEqual(made)
    const changed = await waypost.automations.update(made.id, { name: 'Read on' }, { ifVersion: 1 })
    expect(changed).toMatchObject({ name: 'Read on', version: 2 })
    expect((await waypost.automations.versions(made.id).all()).map(({ version }) => version)).toEqual([2, 1])
    expect(await waypost.automations.restore(made.id, 1)).toMatchObject({ name: 'Read', version: 3 })
    expect(await waypost.automations.delete(made.id)).toBeUndefined()
    await expect(waypost.automations.get(made.id)).rejects.toThrow(NotFoundError)
  })

  test('that changed meanwhile are a ChangedError, and stay unchanged', async () => {
    const { id } = await waypost.automations.create(wanted)
    const change = waypost.automations.update(id, { name: 'other' }, { ifVersion: 7 })
    await expect(change).rejects.toThrow(ChangedError)
    expect(await waypost.automations.get(id)).toMatchObject({ name: 'Read' })
  })

  test('can be exported as a recording and imported again', async () => {
    const { id } = await waypost.automations.create(wanted)
    const imported = await waypost.automations.import(await waypost.automations.export(id))
    expect(imported).toMatchObject({ ...wanted, unsupported: [] })
  })

  test('run one execution at a time; stopping one ends the wait for it', async () => {
    const { id } = await waypost.automations.create(wanted)
    const { executionId } = await waypost.automations.trigger(id)
    expect(await waypost.automations.status(id)).toEqual({ isRunning: true })
    await expect(waypost.automations.trigger(id)).rejects.toThrow(ConflictError)

    const waiting = waypost.waitForExecution(executionId, { pollMs: 10 })
    const heard: string[] = []
    for await (const { event, data } of waypost.executions.watch(executionId)) {
      heard.push(event)
      if (event !== 'execution') continue
      if (data.status === 'pending') await waypost.automations.stop(id)
      else expect(data).toMatchObject({ status: 'failed', error: 'Stopped by user' })
    }
    expect(heard).toEqual(expect.arrayContaining(['execution', 'execution']))
    expect(await waiting).toMatchObject({ id: executionId, status: 'failed', error: 'Stopped by user' })
  })

  test('triggered twice with the caller’s Idempotency-Key start once', async () => {
    const { id } = await waypost.automations.create(wanted)
    const first = await waypost.automations.trigger(id, {}, { idempotencyKey: 'monday' })
    expect(await waypost.automations.trigger(id, {}, { idempotencyKey: 'monday' })).toEqual(first)
  })

  test('an execution that does not end in time is a TimeoutError', async () => {
    const { id } = await waypost.automations.create(wanted)
    const { executionId } = await waypost.automations.trigger(id)
    const token = await service.token(`owner-${owners}`)
    const { rawKey } = await waypost.apiKeys.create({ name: 'reads', scopes: ['automation:read'] })
    const clock = createTestClock()
    const patient = new AutomationClient({ apiKey: rawKey, token, baseUrl: service.url, clock })
    await expect(patient.waitForExecution(executionId, { timeoutMs: 3500 })).rejects.toThrow(TimeoutError)
    expect(clock.waits).toEqual([1000, 1000, 1000, 500])
  })
})

test('a request in plain language is waited for until it is dealt with', async () => {
  const clock = createTestClock()
  const { rawKey } = await waypost.apiKeys.create({ name: 'asks', scopes: ['automation:execute'] })
  const patient = new AutomationClient({ apiKey: rawKey, baseUrl: service.url, clock })
  const { intentId } = await patient.intents.create({ text: 'Read the price' })
  await expect(patient.waitForIntent(intentId, { timeoutMs: 1500 })).rejects.toThrow(TimeoutError)
  expect(clock.waits).toEqual([1000, 500])
})

describe('lists', () => {
  test('load only the pages that are read', async () => {
    const made = []
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      made.push((await waypost.automations.create({ ...wanted, name })).id)
    const newestFirst = made.toReversed()

    const page = await waypost.automations.list({ limit: 2 }).page()
    expect(page).toMatchObject({ total: 5, items: newestFirst.slice(0, 2).map((id) => ({ id })) })
    const second = await page.next!()
    const last = await second.next!()
    expect(last.items.map(({ id }) => id)).toEqual(newestFirst.slice(4))
    expect(last.next).toBeNull()

    const seen = []
    for await (const { id } of waypost.automations.list({ limit: 2 })) {
      seen.push(id)
      if (seen.length === 3) break
    }
    expect(seen).toEqual(newestFirst.slice(0, 3))
  })

  test('with cursors are read to their end, with the same filters', async () => {
    const { id } = await waypost.automations.create(wanted)
    const other = await waypost.automations.create(wanted)
    await waypost.automations.trigger(other.id)
    const runs = []
    for (let count = 0; count < 3; count++) {
      runs.push((await waypost.automations.trigger(id)).executionId)
      await waypost.automations.stop(id)
    }
    const listed = await waypost.executions.list({ automationId: id, limit: 1 }).all()
    expect(listed.map((execution) => execution.id)).toEqual(runs.toReversed())
  })
})

describe('errors', () => {
  test('name each invalid property of the input', async () => {
    const failure = waypost.automations.create({ name: '', actions: [] })
    await expect(failure).rejects.toThrow(ValidationError)
    const { issues, message, status } = (await failure.catch((error: unknown) => error)) as ValidationError
    expect(status).toBe(400)
    expect(issues.map(({ property }) => property)).toEqual(['name', 'actions'])
    expect(message).toContain('name')
  })

  test('name the missing scope', async () => {
    await expect(waypost.auditLogs.list().page()).rejects.toThrow(PermissionError)
    await expect(waypost.auditLogs.list().page()).rejects.toThrow(
      '403 Insufficient permissions. Required scopes: audit:read',
    )
  })
})

test('a webhook can be registered and tested, and its deliveries verify with its secret', async () => {
  const webhook = await waypost.webhooks.create({
    name: 'here',
    url: receiver.url,
    events: ['automation.completed', 'webhook.test'],
  })
  expect(await waypost.webhooks.test(webhook._id)).toEqual({ status: 200 })
  const [{ body, headers }] = (await receiver.waitForRequests(1)) as [(typeof receiver.requests)[number]]
  const event = await verifyWebhook({
    payload: body,
    headers,
    secret: webhook.secret,
    requireSignedTime: true,
  })
  expect(event).toMatchObject({ event: 'webhook.test', data: { webhookId: webhook._id } })
  const [delivery] = await waypost.webhooks.deliveries(webhook._id).all()
  expect(delivery).toMatchObject({ id: event.deliveryId, status: 'delivered' })
  const found = { webhookId: webhook._id, response: '2xx' as const, q: 'WEBHOOK.TEST' }
  const received = { ...delivery, webhookId: webhook._id, url: new URL(receiver.url).origin }
  expect(await waypost.webhooks.allDeliveries(found).all()).toEqual([received])
  const exported = []
  for await (const line of waypost.webhooks.exportDeliveries(found)) exported.push(line)
  expect(exported).toEqual([received])
  const missed = { since: '2026-01-01T00:00:00Z', until: new Date(), dryRun: true }
  expect(await waypost.webhooks.recover(webhook._id, missed)).toEqual({ recovered: 0, dryRun: true })
})

test('a pipeline can be created, triggered, stopped and waited for', async () => {
  const { id } = await waypost.automations.create(wanted)
  const pipeline = await waypost.pipelines.create({ name: 'All', automationIds: [id] })
  const { pipelineRunId } = await waypost.pipelines.trigger(pipeline.id)
  expect(await waypost.pipelines.status(pipeline.id)).toEqual({ isRunning: true })
  expect(await waypost.pipelines.stop(pipeline.id)).toMatchObject({ pipelineRunId })
  const run = await waypost.pipelineRuns.get(pipelineRunId)
  expect(run).toMatchObject({ pipelineId: pipeline.id })
})
