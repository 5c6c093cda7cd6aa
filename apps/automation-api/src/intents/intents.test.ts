import { newId } from '@waypost/postgres'
import { describe, expect, it } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import type { PublishedEvent } from '../pipeline-runs/test-pipelines.ts'
import { failStaleIntents } from './fail-stale-intents.ts'
import { openIntentBed } from './test-intents.ts'
import { createTextReader } from './text-reader.ts'

const { bed, search, weather, ask, understand, read, readJob, names, last } = openIntentBed()

describe('an intent', () => {
  it('is accepted with its job', async () => {
    const text = 'What does a "blue chair" cost?'
    const { intentId, jobId, status } = await ask(text)
    expect(status).toBe('received')
    expect(await read(intentId)).toMatchObject({ intentId, jobId, text, status: 'received' })
    expect(await readJob(jobId)).toMatchObject({ jobId, status: 'pending', targetId: null })
    expect(await bed.published()).toEqual([
      { event: 'intent.received', timestamp: expect.any(String), data: { intentId, jobId, text } },
    ])
  })

  it('that means an automation runs it with the values of its text, and publishes every step', async () => {
    const automationId = await search()
    await weather()
    const text = 'Look up the price of the product "blue chair"'
    const { intentId, jobId } = await ask(text)
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'resolved', automationId, reason: null })
    const executionId = await bed.perform(automationId, { extractedData: { price: '18 €' } })
    expect(await read(intentId)).toMatchObject({ status: 'executed', automationId })
    expect(await readJob(jobId)).toMatchObject({ status: 'completed', targetId: automationId, executionId })

    const events = await bed.published()
    const base = { intentId, jobId, text }
    expect(events.map(({ event }) => event)).toEqual([
      'intent.received',
      'intent.resolved',
      'job.enqueued',
      'execution.started',
      'job.completed',
      'intent.completed',
    ])
    for (const { data } of events) expect(data['jobId']).toBe(jobId)
    expect(events[1]!.data).toEqual({
      ...base,
      automationId,
      automationName: 'Look up the price of a product',
      score: expect.any(Number),
      margin: expect.any(Number),
      variables: ['product'],
    })
    expect(events[5]!.data).toEqual({
      ...base,
      outcome: 'executed',
      automationId,
      executionId,
      extractedData: { price: '18 €' },
    })
  })

  it('is matched once, however often it is processed', async () => {
    const automationId = await search()
    const { intentId } = await ask('Look up the price of the product "blue chair"')
    await Promise.all([understand(intentId), understand(intentId), understand(intentId)])
    await understand(intentId)
    expect((await names()).filter((name) => name === 'intent.resolved')).toHaveLength(1)
    await bed.perform(automationId)
    expect((await names()).filter((name) => name === 'intent.completed')).toHaveLength(1)
  })

  it('that takes too long to parse fails with that reason, and the next one is processed', async () => {
    await weather()
    const reader = createTextReader({
      entry: new URL('test-stuck-thread.ts', import.meta.url),
      timeoutMs: 500,
    })
    const { intentId } = await ask('Show me the weather forecast for today')
    await understand(intentId, { reader })
    expect(await read(intentId)).toMatchObject({
      status: 'failed',
      reason: 'timed_out',
      error: 'The request takes too long to read',
    })
    expect((await last()).data).toMatchObject({ intentId, reason: 'timed_out' })
    const next = await ask('Show me the weather forecast for today')
    await understand(next.intentId)
    expect(await read(next.intentId)).toMatchObject({ status: 'resolved' })
    await reader.close()
  })

  it('fails when its run fails', async () => {
    const automationId = await weather()
    const { intentId, jobId } = await ask('Show me the weather forecast for today')
    await understand(intentId)
    const executionId = await bed.perform(automationId, { error: 'no such element' })
    expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'execution_failed' })
    expect((await last()).data).toMatchObject({
      intentId,
      jobId,
      reason: 'execution_failed',
      message: 'no such element',
      automationId,
      executionId,
    })
  })

  it('fails when its automation is deleted before its turn', async () => {
    const automationId = await weather()
    await bed.send('POST', `/api/v1/automations/${automationId}/trigger`)
    const { intentId } = await ask('Show me the weather forecast for today')
    await understand(intentId)
    await bed.send('DELETE', `/api/v1/automations/${automationId}`)
    expect(await read(intentId)).toMatchObject({ status: 'failed', error: 'Automation was deleted' })
  })

  it('that no runner processes fails in the end', async () => {
    const { intentId } = await ask('Show me the weather forecast for today')
    await failStaleIntents(bed.service.services)
    expect(await read(intentId)).toMatchObject({ status: 'received' })
    await bed.clock.tick(16 * 60_000)
    await failStaleIntents(bed.service.services)
    expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'timed_out' })
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'failed' })
  })

  it('sends all of its events to its URL, signed with its owner’s secret', async () => {
    const automationId = await weather()
    const webhookUrl = 'https://hooks.example/intents'
    const { intentId, jobId } = await ask('Show me the weather forecast for today', { webhookUrl })
    await understand(intentId)
    await bed.perform(automationId)
    const log = await bed.send('GET', `/api/v1/jobs/${jobId}/deliveries?limit=100`)
    const sent = log.json<PublishedEvent[]>().map(({ event }) => event)
    // Two each: one to the webhook and one to the URL.
    expect(sent.toSorted()).toEqual(
      ['intent.received', 'intent.resolved', 'job.enqueued', 'job.completed', 'intent.completed']
        .flatMap((event) => [event, event])
        .toSorted(),
    )
  })
})

describe('an invalid intent', () => {
  it.each<[what: string, body: object, property: string, rule: string]>([
    ['nothing', {}, 'text', 'isDefined'],
    ['an empty text', { text: '' }, 'text', 'isNotEmpty'],
    ['a blank text', { text: ' \n ' }, 'text', 'isNotEmpty'],
    ['a text of 100 kB', { text: 'a'.repeat(100_000) }, 'text', 'maxLength'],
    ['a private URL', { text: 'a', webhookUrl: 'http://10.0.0.1' }, 'webhookUrl', 'isUrl'],
    ['an unknown property', { text: 'a', how: 'now' }, 'how', 'whitelistValidation'],
  ])('%s is refused', async (_what, body, property, rule) => {
    const response = await bed.send('POST', '/api/v1/intents', body)
    expect(response.statusCode).toBe(400)
    const [issue] = response.json<{ property: string; constraints: Record<string, string> }[]>()
    expect(issue).toMatchObject({ property })
    expect(Object.keys(issue!.constraints)).toEqual([rule])
  })

  it('an intent can be read only by its owner', async () => {
    const { intentId } = await ask('Show me the weather')
    const stranger = await bed.service.key(newId(), ...scope.options)
    const response = await bed.sendWith(stranger, 'GET', `/api/v1/intents/${intentId}`)
    expect(response.json()).toEqual({
      statusCode: 404,
      message: 'Intent not found or unauthorized',
      error: 'Not Found',
    })
  })
})
