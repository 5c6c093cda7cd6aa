import { describe, expect, it } from 'vitest'
import { intents } from '../db/job-tables.ts'
import { open, openIntentBed, readPrice } from './test-intents.ts'

const { bed, automation, search, weather, ask, understand, read, readJob, names, last } = openIntentBed()

describe('an intent', () => {
  it('that may mean either of two automations fails with both and runs neither', async () => {
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

  it('that lacks a value fails and names the variable', async () => {
    await search()
    const { intentId } = await ask('Look up the price of a product in the shop')
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({
      status: 'failed',
      reason: 'missing_values',
      error: '"Look up the price of a product" needs a value for: product',
    })
  })

  it('takes values that were given beside the text, and neither publishes nor stores them readable', async () => {
    const automationId = await search()
    const variables = { product: 'a-very-secret-thing' }
    const { intentId } = await ask('Look up the price of a product in the shop', { variables })
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'resolved', automationId })
    await bed.perform(automationId)
    expect(await read(intentId)).toMatchObject({ status: 'executed' })
    expect(JSON.stringify(await bed.published())).not.toContain('a-very-secret-thing')
    const rows = await bed.service.services.db.select().from(intents)
    expect(JSON.stringify(rows)).not.toContain('a-very-secret-thing')
  })

  it('that matches nothing has an automation generated, where the key’s scopes allow it', async () => {
    await weather()
    const { intentId } = await ask('Order three pizzas at https://pizza.example')
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'generating' })
    expect((await last()).event).toBe('intent.generation.started')
  })

  it('that matches nothing fails where the key’s scopes do not allow generation', async () => {
    await weather()
    const headers = await bed.service.key(bed.ownerId(), 'automation:execute')
    const { intentId } = await ask('Order three pizzas at https://pizza.example', {}, headers)
    await understand(intentId)
    expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'no_match' })
    expect(await names()).toEqual(['intent.received', 'intent.failed'])
  })

  it('never matches another owner’s automation', async () => {
    await weather()
    await bed.reset()
    const headers = await bed.service.key(bed.ownerId(), 'automation:execute')
    const { intentId } = await ask('Show me the weather forecast for today', {}, headers)
    await understand(intentId)
    const found = await bed.sendWith(headers, 'GET', `/api/v1/intents/${intentId}`)
    expect(found.json()).toMatchObject({ status: 'failed', reason: 'no_match' })
  })
})
