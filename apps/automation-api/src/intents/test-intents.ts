import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Job } from '../jobs/job.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import type { Intent } from './intent.ts'
import { matchAndRun } from './match-and-run.ts'
import type { MatchingServices } from './matching/rank-candidates.ts'

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

export const open = (url: string) => ({ name: 'Open', type: 'navigate', url })
export const readPrice = { name: 'Read', type: 'extractText', selectors: ['.price'], output: 'price' }

/** For tests: a person for each test with a webhook for every event, their requests, and the outcomes. */
export function openIntentBed() {
  const bed = {} as PipelineBed
  beforeAll(async () => {
    Object.assign(bed, await startPipelineBed())
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
  return {
    bed,
    automation,
    search: () =>
      automation(
        'Look up the price of a product',
        [
          open('https://shop.example/'),
          { name: 'Type', type: 'change', selectors: ['#search'], value: '${product}' },
          readPrice,
        ],
        'Searches the shop for a product and reads its price',
      ),
    weather: () =>
      automation('Weather forecast for today', [open('https://weather.example/today'), readPrice]),
    async ask(text: string, more: object = {}, headers: object = {}) {
      const response = await bed.sendWith(headers, 'POST', '/api/v1/intents', { text, ...more })
      expect(response.statusCode).toBe(202)
      return response.json<{ intentId: string; jobId: string; status: string }>()
    },
    async understand(intentId: string, more: Pick<MatchingServices, 'reader'> = {}) {
      const { db } = bed.service.database.connectAs('waypost_automation_runner')
      await matchAndRun({ ...bed.service.services, ...more, db }, intentId)
    },
    read: async (intentId: string) => (await bed.send('GET', `/api/v1/intents/${intentId}`)).json<Intent>(),
    readJob: async (jobId: string) => (await bed.send('GET', `/api/v1/jobs/${jobId}`)).json<Job>(),
    names: async () => (await bed.published()).map(({ event }) => event),
    last: async () => (await bed.published()).at(-1)!,
  }
}
