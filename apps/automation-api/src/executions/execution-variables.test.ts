import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { executions } from '../db/tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { endExecution } from './end-execution.ts'
import { openGivenVariables } from './given-variables.ts'
import { startExecution } from './start-execution.ts'

let service: TestApp
let headers: Record<string, string>
let automationId: string
let executionId: string

const given = { city: 'Oslo', password: 'hunter2', note: 'undeclared' }
const actions = [
  { name: 'Open', type: 'navigate', url: 'https://example.com/${city}?${note}' },
  { name: 'Sign in', type: 'change', selectors: ['#password'], value: '${password}' },
]

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), ...scope.options)
  const variables = { city: {}, password: { secret: true } }
  const created = await ask('POST', '/api/v1/automations', { name: 'Look it up', actions, variables })
  automationId = created.json<{ id: string }>().id
  const triggered = await ask('POST', `/api/v1/automations/${automationId}/trigger`, { variables: given })
  executionId = triggered.json<{ executionId: string }>().executionId
})

const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, by = headers) =>
  service.app.inject({ method, url, headers: by, ...(payload && { payload }) })
const read = async () => (await ask('GET', `/api/v1/executions/${executionId}/variables`)).json<unknown>()
const stored = async () => {
  const { db, keyring } = service.services
  const [row] = await db.select().from(executions).where(eq(executions.id, executionId))
  return openGivenVariables(keyring, `execution:${executionId}`, row!.sealedVariables)
}

describe('the values of a run', () => {
  test('are shown to run it again, without those that are secret or not declared, before and after its end', async () => {
    const shown = { variables: { city: 'Oslo' } }
    expect(await read()).toEqual(shown)
    await startExecution(service.services, executionId)
    await endExecution(service.services, executionId, { error: null })
    expect(await read()).toEqual(shown)
  })

  test('that are secret or not declared are stored nowhere once it has ended or was stopped', async () => {
    expect(await stored()).toEqual(given)
    expect((await ask('POST', `/api/v1/automations/${automationId}/stop`)).statusCode).toBe(202)
    expect(await stored()).toEqual({ city: 'Oslo' })
  })

  test('are not shown where their variable has become secret', async () => {
    const variables = { city: { secret: true }, password: { secret: true } }
    await ask('PATCH', `/api/v1/automations/${automationId}`, { variables })
    expect(await read()).toEqual({ variables: {} })
  })

  test('are shown to who may run automations of their account only', async () => {
    const url = `/api/v1/executions/${executionId}/variables`
    const status = async (by: Record<string, string>) => (await ask('GET', url, undefined, by)).statusCode
    expect(await status(await service.key(newId(), 'automation:execute'))).toBe(404)
    expect(await status({})).toBe(401)
    expect((await ask('GET', `/api/v1/executions/${newId()}/variables`)).statusCode).toBe(404)
    expect((await ask('GET', '/api/v1/executions/one/variables')).statusCode).toBe(404)
  })
})
