import { newId } from '@waypost/postgres'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { intents } from '../db/job-tables.ts'
import { deliveries } from '../db/tables.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Job } from '../jobs/job.ts'
import { failStandingIntents } from './fail-standing-intents.ts'
import type { Intent } from './intent.ts'
import { matchAndRun } from './match-and-run.ts'

interface Told {
  event: string
  data: Record<string, unknown>
}

const everyEvent = [
  'intent.received',
  'intent.resolved',
  'intent.generation.started',
  'intent.generation.completed',
  'intent.generation.failed',
  'intent.completed',
  'intent.failed',
  'job.enqueued',
  'job.completed',
  'job.failed',
  'execution.started',
]

let bed: PipelineBed

beforeAll(async () => {
  bed = await startPipelineBed()
})
afterAll(() => bed.close())
beforeEach(async () => {
  await bed.reset()
  await bed.send('POST', '/webhooks', { name: 'told', url: 'https://example.com', events: everyEvent })
})

const automation = async (name: string, actions: object[], description?: string) => {
  const response = await bed.send('POST', '/api/v1/automations', { name, description, actions })
  expect(response.statusCode).toBe(201)
  return response.json<{ id: string }>().id
}
const open = (url: string) => ({ name: 'Open', type: 'navigate', url })
const readPrice = { name: 'Read', type: 'extractText', selectors: ['.price'], output: 'price' }
const search = () =>
  automation(
    'Look up the price of a product',
    [
      open('https://shop.example/'),
      { name: 'Type', type: 'change', selectors: ['#search'], value: '${product}' },
      readPrice,
    ],
    'Searches the shop for a product and reads its price',
  )
const weather = () =>
  automation('Weather forecast for today', [open('https://weather.example/today'), readPrice])

const ask = async (text: string, more: object = {}, headers: object = {}) => {
  const response = await bed.sendWith(headers, 'POST', '/api/v1/intents', { text, ...more })
  expect(response.statusCode).toBe(202)
  return response.json<{ intentId: string; jobId: string; status: string }>()
}
const understand = async (intentId: string) => {
  const { db } = bed.service.database.connectAs('waypost_automation_runner')
  await matchAndRun({ ...bed.service.services, db }, intentId)
}
const read = async (intentId: string) => (await bed.send('GET', `/api/v1/intents/${intentId}`)).json<Intent>()
const readJob = async (jobId: string) => (await bed.send('GET', `/api/v1/jobs/${jobId}`)).json<Job>()
const told = async () => {
  const rows = await bed.service.services.db
    .select({ body: deliveries.body })
    .from(deliveries)
    .where(eq(deliveries.ownerId, bed.ownerId()))
    .orderBy(asc(deliveries.id))
  return rows.map(({ body }) => JSON.parse(body) as Told)
}
const names = async () => (await told()).map(({ event }) => event)
const last = async () => (await told()).at(-1)!

describe('an intent', () => {
  it('is accepted, and its job is there from the beginning', async () => {
    const text = 'What does a "blue chair" cost?'
    const { intentId, jobId, status } = await ask(text)
    expect(status).toBe('received')
    expect(await read(intentId)).toMatchObject({ intentId, jobId, text, status: 'received' })
    expect(await readJob(jobId)).toMatchObject({ jobId, status: 'pending', targetId: null })
    expect(await told()).toEqual([
      { event: 'intent.received', timestamp: expect.any(String), data: { intentId, jobId, text } },
    ])
  })

  it('that means an automation runs it with the values of its text, and tells every step', async () => {
    const automationId = await search()
    await weather()
    const text = 'Look up the price of the product "blue chair"'
    const { intentId, jobId } = await ask(text)
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'resolved', automationId, reason: null })
    const executionId = await bed.perform(automationId, { extractedData: { price: '18 €' } })
    expect(await read(intentId)).toMatchObject({ status: 'executed', automationId })
    expect(await readJob(jobId)).toMatchObject({ status: 'completed', targetId: automationId, executionId })

    const events = await told()
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

  it('is understood once, however often it is looked at', async () => {
    const automationId = await search()
    const { intentId } = await ask('Look up the price of the product "blue chair"')
    await Promise.all([understand(intentId), understand(intentId), understand(intentId)])
    await understand(intentId)
    expect((await names()).filter((name) => name === 'intent.resolved')).toHaveLength(1)
    await bed.perform(automationId)
    expect((await names()).filter((name) => name === 'intent.completed')).toHaveLength(1)
  })

  it('fails as its run fails', async () => {
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

  it('fails when its automation is deleted before its turn has come', async () => {
    const automationId = await weather()
    await bed.send('POST', `/api/v1/automations/${automationId}/trigger`)
    const { intentId } = await ask('Show me the weather forecast for today')
    await understand(intentId)
    await bed.send('DELETE', `/api/v1/automations/${automationId}`)
    expect(await read(intentId)).toMatchObject({ status: 'failed', error: 'Automation was deleted' })
  })

  it('that may mean either of two is never run: it fails with both', async () => {
    const first = await automation('Download the invoice', [open('https://a.example/invoices'), readPrice])
    const second = await automation('Download the invoice', [open('https://b.example/invoices'), readPrice])
    const { intentId, jobId } = await ask('Download the invoice')
    await understand(intentId)
    const failed = await read(intentId)
    expect(failed).toMatchObject({ status: 'failed', reason: 'ambiguous', automationId: null })
    expect(failed.candidates.map((candidate) => candidate.automationId).toSorted()).toEqual(
      [first, second].toSorted(),
    )
    expect((await last()).event).toBe('intent.failed')
    expect((await last()).data).toMatchObject({ reason: 'ambiguous', candidates: failed.candidates })
    expect(await readJob(jobId)).toMatchObject({ status: 'failed', targetId: null })
    expect(await names()).not.toContain('job.enqueued')
  })

  it('that lacks a value fails and says for what', async () => {
    await search()
    const { intentId } = await ask('Look up the price of a product in the shop')
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({
      status: 'failed',
      reason: 'missing_values',
      error: '"Look up the price of a product" needs a value for: product',
    })
  })

  it('takes values that were given beside the text, which nobody can read', async () => {
    const automationId = await search()
    const variables = { product: 'a-very-secret-thing' }
    const { intentId } = await ask('Look up the price of a product in the shop', { variables })
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'resolved', automationId })
    await bed.perform(automationId)
    expect(await read(intentId)).toMatchObject({ status: 'executed' })
    expect(JSON.stringify(await told())).not.toContain('a-very-secret-thing')
    const rows = await bed.service.services.db.select().from(intents)
    expect(JSON.stringify(rows)).not.toContain('a-very-secret-thing')
  })

  it('that nothing fits has an automation written, where the key may', async () => {
    await weather()
    const { intentId } = await ask('Order three pizzas at https://pizza.example')
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'generating' })
    expect((await last()).event).toBe('intent.generation.started')
  })

  it('that nothing fits fails where the key may not', async () => {
    await weather()
    const headers = await bed.service.key(bed.ownerId(), 'automation:execute')
    const { intentId } = await ask('Order three pizzas at https://pizza.example', {}, headers)
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'no_match' })
    expect(await names()).toEqual(['intent.received', 'intent.failed'])
  })

  it('never means somebody else’s automation', async () => {
    await weather()
    await bed.reset()
    const headers = await bed.service.key(bed.ownerId(), 'automation:execute')
    const { intentId } = await ask('Show me the weather forecast for today', {}, headers)
    await understand(intentId)
    const found = await bed.sendWith(headers, 'GET', `/api/v1/intents/${intentId}`)
    expect(found.json()).toMatchObject({ status: 'failed', reason: 'no_match' })
  })

  it('that nobody deals with fails in the end', async () => {
    const { intentId } = await ask('Show me the weather forecast for today')
    await failStandingIntents(bed.service.services)
    expect(await read(intentId)).toMatchObject({ status: 'received' })
    await bed.clock.tick(16 * 60_000)
    await failStandingIntents(bed.service.services)
    expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'timed_out' })
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'failed' })
  })

  it('tells its URL all of it, signed as its owner’s', async () => {
    const automationId = await weather()
    const webhookUrl = 'https://hooks.example/intents'
    const { intentId, jobId } = await ask('Show me the weather forecast for today', { webhookUrl })
    await understand(intentId)
    await bed.perform(automationId)
    const log = await bed.send('GET', `/api/v1/jobs/${jobId}/deliveries?limit=100`)
    const sent = log.json<Told[]>().map(({ event }) => event)
    // Two each: the webhook’s, and that of the URL.
    expect(sent.toSorted()).toEqual(
      ['intent.received', 'intent.resolved', 'job.enqueued', 'job.completed', 'intent.completed']
        .flatMap((event) => [event, event])
        .toSorted(),
    )
  })
})

describe('what cannot be an intent', () => {
  it.each<[what: string, body: object, property: string, rule: string]>([
    ['nothing', {}, 'text', 'isDefined'],
    ['an empty text', { text: '' }, 'text', 'isNotEmpty'],
    ['a blank text', { text: ' \n ' }, 'text', 'isNotEmpty'],
    ['a text of 100 kB', { text: 'a'.repeat(100_000) }, 'text', 'maxLength'],
    ['one with a private URL', { text: 'a', webhookUrl: 'http://10.0.0.1' }, 'webhookUrl', 'isUrl'],
    ['one with more', { text: 'a', how: 'now' }, 'how', 'whitelistValidation'],
  ])('%s is refused', async (_what, body, property, rule) => {
    const response = await bed.send('POST', '/api/v1/intents', body)
    expect(response.statusCode).toBe(400)
    const [issue] = response.json<{ property: string; constraints: Record<string, string> }[]>()
    expect(issue).toMatchObject({ property })
    expect(Object.keys(issue!.constraints)).toEqual([rule])
  })

  it('is not to be read by somebody else', async () => {
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
