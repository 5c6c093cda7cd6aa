import { createHmac, randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../client.ts'
import type { Hook } from '../../outside-world.ts'
import { scopes, type Automation, type Execution, type Intent, type Job } from '../resources.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'
import { waitForExecution } from '../wait-for-execution.ts'

// Decision 28, and what the contract says of intents and their events.
const path = '/api/v1/intents'
let service: ServiceUnderTest
let key: Client
let hook: Hook

beforeAll(async () => {
  service = await startService(['runner', 'dispatcher'])
  key = await service.key(scopes)
})
afterAll(() => service.close())
beforeEach(() => {
  hook = service.world.hook()
})

const ask = async (text: string, by: Client = key) => {
  const answer = await by.post<{ intentId: string; jobId: string; status: string }>(path, {
    text,
    webhookUrl: hook.url,
  })
  expect(answer).toMatchObject({ status: 202, body: { status: 'received' } })
  return answer.body
}
const ended = (intentId: string, by: Client = key) =>
  waitFor('the end of the intent', async () => {
    const { body } = await by.get<Intent>(`${path}/${intentId}`)
    return body.completedAt !== null && body
  })
/** The events that the hook received up to `last`, each with the owner's signature. */
const eventsUpTo = async (last: string) => {
  await service.local?.hasten()
  await hook.received(last)
  await service.local?.hasten()
  const { secret } = (await service.person.get<{ secret: string }>('/webhooks/fallback-secret')).body
  const events = new Map<string, Record<string, unknown>>()
  for (const { headers, body } of hook.requests) {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${signature}`)
    const { event, data } = JSON.parse(body.toString()) as { event: string; data: Record<string, unknown> }
    events.set(event, data)
  }
  return events
}

describe('an intent that matches an automation', () => {
  test('runs it and publishes an event for each state', async () => {
    const actions = [
      { name: 'open', type: 'navigate', url: service.world.pageUrl },
      { name: 'read', type: 'extractText', selectors: ['.price'], output: 'price' },
    ]
    const { body: automation } = await key.post<Automation>('/api/v1/automations', {
      name: 'Tide tables for the harbour',
      actions,
    })
    const text = 'Show me the tide tables for the harbour'
    const { intentId, jobId } = await ask(text)
    expect(await ended(intentId)).toMatchObject({ status: 'executed', automationId: automation.id, text })
    const { body: job } = await key.get<Job>(`/api/v1/jobs/${jobId}`)
    expect(job).toMatchObject({ status: 'completed', targetId: automation.id })

    const events = await eventsUpTo('intent.completed')
    expect(events.get('intent.received')).toEqual({ intentId, jobId, text })
    expect(events.get('intent.resolved')).toMatchObject({
      intentId,
      jobId,
      text,
      automationId: automation.id,
    })
    expect(events.get('job.enqueued')).toMatchObject({ jobId, targetId: automation.id })
    expect(events.get('job.completed')).toMatchObject({ jobId, executionId: job.executionId })
    expect(events.get('intent.completed')).toEqual({
      intentId,
      jobId,
      text,
      outcome: 'executed',
      automationId: automation.id,
      executionId: job.executionId,
      extractedData: { price: '12.50' },
    })
  })
})

describe('an intent that matches none', () => {
  test('gets a generated draft, which runs once it is validated and not before', async () => {
    const page = service.world.changingPage(
      '<!doctype html><title>Lighthouse</title><h1>Lighthouse</h1><p id="range">Range: 18 miles</p>',
    )
    const text = `open ${page.url}; extract the range as range`
    const { intentId, jobId } = await ask(text)
    const intent = await ended(intentId)
    expect(intent).toMatchObject({ status: 'generated', reason: null })
    const automationId = intent.automationId!
    const events = await eventsUpTo('intent.completed')
    expect([...events.keys()].toSorted()).toEqual([
      'intent.completed',
      'intent.generation.completed',
      'intent.generation.started',
      'intent.received',
    ])
    expect(events.get('intent.generation.started')).toEqual({ intentId, jobId, text, reason: 'no_match' })
    expect(events.get('intent.generation.completed')).toMatchObject({ intentId, jobId, text, automationId })
    expect(events.get('intent.completed')).toMatchObject({ outcome: 'generated', automationId })

    const trigger = () => key.post<{ executionId: string }>(`/api/v1/automations/${automationId}/trigger`)
    expect(await trigger()).toMatchObject({ status: 409, body: { message: 'Automation is not validated' } })
    expect(
      await key.post('/api/v1/jobs/enqueue', { type: 'automation', targetId: automationId }),
    ).toMatchObject({ status: 409, body: { message: 'Automation is not validated' } })

    expect((await key.post(`/api/v1/automations/${automationId}/validate`)).status).toBe(202)
    await waitFor('the validation', async () => {
      const { body } = await key.get<Automation & { isDraft: boolean }>(`/api/v1/automations/${automationId}`)
      return !body.isDraft
    })
    const { body: started } = await trigger()
    const execution = await waitForExecution(key, started.executionId, ['completed', 'failed'], 60_000)
    expect(execution).toMatchObject({ status: 'completed' } satisfies Partial<Execution>)
    expect(JSON.stringify(execution.extractedData)).toContain('18 miles')
  })

  test('fails with the reason where no automation can be generated', async () => {
    const { intentId } = await ask('Make everything nice and cosy')
    expect(await ended(intentId)).toMatchObject({ status: 'failed', reason: 'generation_failed' })
    const events = await eventsUpTo('intent.failed')
    expect(events.get('intent.generation.failed')).toMatchObject({
      intentId,
      reason: expect.any(String),
      message: expect.any(String),
    })
    expect(events.get('intent.failed')).toMatchObject({ intentId, reason: 'generation_failed' })
  })

  test('fails where the key may not create an automation', async () => {
    const reader = await service.key(['automation:execute'])
    const { intentId } = await ask('Make everything nice and cosy', reader)
    expect(await ended(intentId, reader)).toMatchObject({ status: 'failed', reason: 'no_match' })
  })
})

describe('bad input', () => {
  test.each(['', ' ', 'a'.repeat(100_000)])('a text that is empty or too long is a 400', async (text) => {
    const { status, body } = await key.post<{ property: string }[]>(path, { text })
    expect(status).toBe(400)
    expect(body.map(({ property }) => property)).toEqual(['text'])
  })

  test('an unknown intent, or one of another account, is a 404', async () => {
    const { intentId } = await ask('Make everything nice and cosy')
    const stranger = await service.key(scopes, service.stranger)
    for (const answer of [
      await key.get(`${path}/${randomUUID()}`),
      await stranger.get(`${path}/${intentId}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Intent not found or unauthorized' } })
  })

  test('a key without automation:execute is refused with a 403 that names the scope', async () => {
    const reader = await service.key(['automation:read', 'automation:write'])
    expect(await reader.post(path, { text: 'Go' })).toMatchObject({
      status: 403,
      body: { message: 'Insufficient permissions. Required scopes: automation:execute' },
    })
  })
})
