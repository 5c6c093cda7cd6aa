import { createEgressPolicy } from '@waypost/egress'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Automation } from '../automations/automation.ts'
import { intents } from '../db/job-tables.ts'
import type { Job } from '../jobs/job.ts'
import { startPipelineBed, type PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { createBrowserPool } from '../runner/browser/browser-pool.ts'
import { createBrowserSupply } from '../runner/browser/browser-supply.ts'
import { prepareRuns, type PreparedRuns } from '../runner/browser/prepare-runs.ts'
import { usualBounds } from '../runner/jail/bound-use.ts'
import { startPageServer, type PageServer } from '../runner/page-server.ts'
import type { RunnerServices } from '../services.ts'
import { generateForIntent, type IntentGenerationOptions } from './generate-for-intent.ts'
import type { Intent } from './intent.ts'
import { matchAndRun } from './match-and-run.ts'

let bed: PipelineBed
let site: PageServer
let browsers: PreparedRuns
let runner: RunnerServices

beforeAll(async () => {
  bed = await startPipelineBed()
  site = await startPageServer({
    '/': `<title>Lighthouse</title><h1>Lighthouse</h1>
      <form action="/search"><label>Name <input name="q"></label> <button>Search</button></form>`,
    '/search': '<title>Found</title><p id="range">18 miles</p>',
  })
  const policy = createEgressPolicy({ allow: ['127.0.0.1/32'] })
  browsers = prepareRuns(
    createBrowserPool({ supply: createBrowserSupply(), egress: { policy }, timeoutMs: 60_000 }),
    1,
    usualBounds,
    60_000,
  )
  const { db } = bed.service.database.connectAs('waypost_automation_runner')
  runner = { ...bed.service.services, db, egress: policy, sessionTtlMs: 86_400_000 }
})
afterAll(async () => {
  await Promise.all([browsers.close(), site.close()])
  await bed.close()
})
beforeEach(async () => {
  await bed.reset()
  const events = [
    'intent.generation.completed',
    'intent.generation.failed',
    'intent.completed',
    'intent.failed',
  ]
  await bed.send('POST', '/webhooks', { name: 'told', url: 'https://example.com', events })
})

const ask = async (text: string, variables?: Record<string, string>) => {
  const response = await bed.send('POST', '/api/v1/intents', { text, ...(variables && { variables }) })
  const asked = response.json<{ intentId: string; jobId: string }>()
  await matchAndRun(runner, asked.intentId)
  return asked
}
const generate = (intentId: string, options: Partial<IntentGenerationOptions> = {}, services = runner) =>
  generateForIntent(services, intentId, { browsers, signal: new AbortController().signal, ...options })
const read = async (intentId: string) => (await bed.send('GET', `/api/v1/intents/${intentId}`)).json<Intent>()
const steps = () => `open ${site.url}; type \${name} into Name; click Search; extract the range as range`

it('generating for an intent writes an automation as a draft that keeps its variables', async () => {
  const { intentId, jobId } = await ask(steps(), { name: 'a-secret-place' })
  await generate(intentId)
  const intent = await read(intentId)
  expect(intent).toMatchObject({ status: 'generated', reason: null })
  const url = `/api/v1/automations/${intent.automationId}`
  const automation = (await bed.send('GET', url)).json<Automation>()
  expect(automation).toMatchObject({ isDraft: true, variables: { name: {} } })
  expect(automation.actions.map(({ type }) => type)).toEqual(['navigate', 'change', 'click', 'extractText'])
  expect(JSON.stringify(automation)).not.toContain('a-secret-place')
  const triggered = await bed.send('POST', `${url}/trigger`, { variables: { name: 'x' } })
  expect(triggered.json()).toMatchObject({
    statusCode: 409,
    message: 'Automation is not validated',
  })
  const job = (await bed.send('GET', `/api/v1/jobs/${jobId}`)).json<Job>()
  expect(job).toMatchObject({ status: 'completed', executionId: null })
  expect((await bed.published()).map(({ event }) => event)).toEqual([
    'intent.generation.completed',
    'intent.completed',
  ])
  const log = await bed.send('GET', '/api/v1/audit-logs?action=automation.created')
  expect(log.json<{ resourceId: string }[]>().map(({ resourceId }) => resourceId)).toEqual([
    intent.automationId,
  ])
})

it.each([
  ['names no step', () => 'Make it nice', 'not_understood'],
  ['names an unknown element', () => `open ${site.url}; click Buy`, 'element_not_found'],
  ['names a forbidden address', () => 'open http://10.0.0.1/; click Buy', 'address_refused'],
  ['lacks a value', steps, 'missing_variable'],
])('an intent that %s fails with a reason and leaves nothing', async (_what, text, reason) => {
  const { intentId } = await ask(text())
  await generate(intentId)
  expect(await read(intentId)).toMatchObject({
    status: 'failed',
    reason: 'generation_failed',
    automationId: null,
  })
  const [failed, ended] = await bed.published()
  expect(failed).toMatchObject({ event: 'intent.generation.failed', data: { intentId, reason } })
  expect(ended).toMatchObject({ event: 'intent.failed', data: { reason: 'generation_failed' } })
  expect((await bed.send('GET', '/api/v1/automations')).json()).toEqual([])
})

it('an intent that the account has no room for another automation for says so, and leaves nothing', async () => {
  const { intentId } = await ask(steps(), { name: 'x' })
  const limits = { ...runner.limits, automations: 0 }
  await generate(intentId, {}, { ...runner, limits })
  expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'limit_reached' })
  const [failed, ended] = await bed.published()
  expect(failed).toMatchObject({ event: 'intent.generation.failed', data: { reason: 'limit_reached' } })
  expect(ended).toMatchObject({ event: 'intent.failed', data: { reason: 'limit_reached' } })
  expect((await bed.send('GET', '/api/v1/automations')).json()).toEqual([])
})

it.each([
  ['Mach es bitte schön', true],
  ['Make it nice', false],
])('a text that is not understood without a model says so of its language: %s', async (text, isTold) => {
  const { intentId } = await ask(text)
  await generate(intentId)
  const { error } = await read(intentId)
  expect(error?.includes('only English texts are made into automations')).toBe(isTold)
})

it('a generation that a lost runner left is not started a second time', async () => {
  const { intentId } = await ask(steps(), { name: 'x' })
  await runner.db.update(intents).set({ generatingSince: new Date() }).where(eq(intents.id, intentId))
  await generate(intentId)
  expect(await read(intentId)).toMatchObject({ status: 'failed', error: 'Runner lost' })
})

it('stopping a runner ends the intent of its generation', async () => {
  const { intentId } = await ask(steps(), { name: 'x' })
  await generate(intentId, { signal: AbortSignal.abort(new Error('The runner was stopped')) })
  expect(await read(intentId)).toMatchObject({ status: 'failed', reason: 'generation_failed' })
})

it('a browser that does not start fails the intent', async () => {
  const { intentId } = await ask(steps(), { name: 'x' })
  await generate(intentId, { browsers: { openRun: () => Promise.reject(new Error('no browser')) } })
  expect((await bed.published())[0]!.data).toMatchObject({ reason: 'browser_failed' })
})
