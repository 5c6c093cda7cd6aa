import type { ChildProcess } from 'node:child_process'
import { endProcess, startProcess, waitFor } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executions } from '../db/tables.ts'
import { startPageServer, type PageServer } from '../runner/page-server.ts'
import { startTestApp, testEncryptionKeys, type TestApp } from '../test-app.ts'

/** The first database and a cell, each with an API of its own. */
let services: [TestApp, TestApp]
let pages: PageServer
let runner: ChildProcess

beforeAll(async () => {
  services = await Promise.all([startTestApp(), startTestApp()])
  pages = await startPageServer({ '/home': '<h1>home</h1>', '/cell': '<h1>cell</h1>' })
  const [home, cell] = services
  runner = await startProcess(new URL('../runner.ts', import.meta.url), {
    DATABASE_URL: home.database.url,
    AUTOMATION_CELLS: `c1=${cell.database.url}`,
    ENCRYPTION_KEYS: testEncryptionKeys,
    EGRESS_ALLOW: '127.0.0.0/8',
    RUNNER_CONCURRENCY: '1',
    LOG_LEVEL: 'fatal',
  })
})
afterAll(async () => {
  await endProcess(runner)
  await pages.close()
  await Promise.all(services.map((service) => service.close()))
})

async function run(service: TestApp, path: string): Promise<void> {
  const headers = await service.key('ada', 'automation:write', 'automation:execute')
  const post = (url: string, payload?: object) =>
    service.app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
  const actions = [{ name: 'Open', type: 'navigate', url: `${pages.url}${path}` }]
  const created = (await post('/api/v1/automations', { name: 'a', actions })).json<{ id: string }>()
  expect((await post(`/api/v1/automations/${created.id}/trigger`)).statusCode).toBeLessThan(300)
}
const statusesIn = async ({ database }: TestApp) =>
  (await database.connectAsOwner().db.select({ status: executions.status }).from(executions)).map(
    ({ status }) => status,
  )

test('one runner performs the runs of every database of the service, each in its own', async () => {
  const [home, cell] = services
  await Promise.all([run(home, '/home'), run(cell, '/cell')])
  for (const service of services)
    await waitFor('the end of the run', async () => (await statusesIn(service))[0] === 'completed')
  expect(pages.requests.filter((path) => path === '/home' || path === '/cell').toSorted()).toEqual([
    '/cell',
    '/home',
  ])
})
