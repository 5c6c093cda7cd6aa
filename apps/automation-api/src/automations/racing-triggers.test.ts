import type { ChildProcess } from 'node:child_process'
import { endProcess, findFreePort, startProcess } from '@waypost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endExecution } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { startTestApp, testEncryptionKeys, type TestApp } from '../test-app.ts'
import type { TriggeredExecution } from './trigger-automation.ts'

let service: TestApp
let headers: Record<string, string>
let processes: ChildProcess[]
let baseUrls: string[]

beforeAll(async () => {
  service = await startTestApp()
  headers = await service.key('ada', 'automation:write', 'automation:execute')
  const started = await Promise.all([startApi(), startApi()])
  processes = started.map(({ child }) => child)
  baseUrls = started.map(({ url }) => url)
})
afterAll(async () => {
  await Promise.all(processes.map((child) => endProcess(child)))
  await service.close()
})

async function startApi(): Promise<{ child: ChildProcess; url: string }> {
  const port = await findFreePort()
  const child = await startProcess(new URL('../api.ts', import.meta.url), {
    DATABASE_URL: service.database.url,
    ENCRYPTION_KEYS: testEncryptionKeys,
    WEBHOOK_FALLBACK_SECRET: service.services.fallbackSecret,
    JWT_JWKS_URL: service.issuer.jwksUrl,
    JWT_ISSUER: service.issuer.issuer,
    JWT_AUDIENCE: service.issuer.audience,
    AUTOMATION_PORT: String(port),
    LOG_LEVEL: 'warn',
  })
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Two hundred triggers at the same moment, spread over the processes. */
async function triggerTogether(id: string): Promise<TriggeredExecution> {
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      fetch(`${baseUrls[index % baseUrls.length]}/api/v1/automations/${id}/trigger`, {
        method: 'POST',
        headers,
      }),
    ),
  )
  const statuses = Map.groupBy(answers, ({ status }) => status)
  expect([...statuses.keys()].toSorted()).toEqual([202, 409])
  expect(statuses.get(202)).toHaveLength(1)
  return (await statuses.get(202)![0]!.json()) as TriggeredExecution
}

test('of 200 concurrent triggers in several processes one is accepted, and the next run starts 45 s after its end', async () => {
  const payload = { name: 'a', actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }] }
  const created = await service.app.inject({ method: 'POST', url: '/api/v1/automations', headers, payload })
  const { id } = created.json<{ id: string }>()

  const { executionId } = await triggerTogether(id)
  await startExecution(service.services, executionId)
  const endedAfter = Date.now()
  await endExecution(service.services, executionId, { error: null, extractedData: {}, steps: [] })
  const endedBefore = Date.now()

  const startsAt = Date.parse((await triggerTogether(id)).startsAt)
  expect(startsAt).toBeGreaterThanOrEqual(endedAfter + 45_000)
  expect(startsAt).toBeLessThanOrEqual(endedBefore + 45_000)
})
