import { eq, sql } from 'drizzle-orm'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { stopAutomation } from '../automations/stop-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { deliveries, executions } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createWebhook } from '../webhooks/create-webhook.ts'
import { createBrowserPool } from './browser/browser-pool.ts'
import { createBrowserSupply } from './browser/browser-supply.ts'
import { prepareRuns, type PreparedRuns } from './browser/prepare-runs.ts'
import { executeRun } from './execute-run.ts'
import { startPageServer, type PageServer } from './page-server.ts'

let service: TestApp
let browsers: PreparedRuns
let site: PageServer
const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }

beforeAll(async () => {
  service = await startTestApp()
  browsers = prepareRuns(
    createBrowserPool({
      supply: createBrowserSupply(),
      egress: { policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) },
    }),
  )
  site = await startPageServer({
    '/': '<h1>Harbour Books</h1>',
    '/endless': () => {},
    '/busy': '<h1>Busy</h1><script>setTimeout(() => { while (true); }, 50)</script>',
  })
  const events = ['automation.completed', 'automation.failed']
  await createWebhook(service.services, ada, {
    name: 'ends',
    url: 'http://127.0.0.1:9999/',
    events: events as never,
  })
})
afterAll(async () => {
  await Promise.all([browsers.close(), site.close()])
  await service.close()
})
afterEach(async () => {
  await service.database
    .connectAsOwner()
    .db.execute(sql`truncate automation.deliveries, automation.automations cascade`)
})

const open = (path: string): Action => ({
  name: `open ${path}`,
  type: 'navigate',
  url: new URL(path, site.url).href,
})
const wait: Action = { name: 'wait', type: 'waitForElement', selectors: ['#never'], timeoutMs: 60_000 }
const read: Action = {
  name: 'read',
  type: 'extractText',
  selectors: ['h1'],
  output: 'title',
  timeoutMs: 60_000,
}

const asRunner = () => ({
  ...service.services,
  sessionTtlMs: 1,
  db: (runnerDb ??= service.database.connectAs('waypost_automation_runner').db),
})
let runnerDb: TestApp['services']['db'] | undefined
const states = async (id: string) => {
  const [row] = await service.services.db.select().from(executions).where(eq(executions.id, id))
  return row!
}

test.each<[when: string, actions: () => Action[], step: number, pool?: Pick<PreparedRuns, 'openRun'>]>([
  ['a page that never answers is being opened', () => [open('/endless')], 0],
  ['an element is waited for', () => [open('/'), wait], 1],
  ['a script of the page never yields', () => [open('/busy'), read, read], 1],
])('a run that is stopped while %s ends within a second, once', async (_when, actions, step) => {
  const { id } = await createAutomation(service.services, ada, { name: 'Stop me', actions: actions() })
  const { executionId } = await triggerAutomation(service.services, ada, id, { saveSession: true })
  const ended = executeRun(asRunner(), executionId, {
    browsers,
    signal: new AbortController().signal,
  })
  await waitFor('the step', async () => (await states(executionId)).steps[step]?.status === 'running')
  const stoppedAt = performance.now()
  await stopAutomation(service.services, ada, id)
  await waitFor('the end', async () => (await states(executionId)).status === 'failed')
  expect(performance.now() - stoppedAt).toBeLessThan(1000)
  const atEnd = await states(executionId)
  expect(atEnd).toMatchObject({ error: 'Stopped by user', sessionId: null })
  expect(atEnd.steps[step]).toMatchObject({ status: 'failed', error: 'Stopped by user' })

  // What is still under way in the browser changes nothing any more.
  await ended
  expect(await states(executionId)).toEqual(atEnd)
  expect(await service.services.db.select().from(deliveries)).toHaveLength(1)
})

test('a run that is stopped while its browser starts does not wait for it', async () => {
  const { id } = await createAutomation(service.services, ada, { name: 'Stop me', actions: [open('/')] })
  const { executionId } = await triggerAutomation(service.services, ada, id, {})
  const asked = Promise.withResolvers<void>()
  const openRun = async () => {
    asked.resolve()
    return new Promise<never>(() => {})
  }
  const ended = executeRun(asRunner(), executionId, {
    browsers: { openRun },
    signal: new AbortController().signal,
  })
  await asked.promise
  await stopAutomation(service.services, ada, id)
  await ended
  expect(await states(executionId)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
})
