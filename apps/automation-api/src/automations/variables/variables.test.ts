import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { automations, automationVersions, executions } from '../../db/tables.ts'
import { openGivenVariables } from '../../executions/given-variables.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Automation } from '../automation.ts'
import { openVariables } from './variables.ts'

let service: TestApp
let headers: Record<string, string>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write', 'automation:execute')
})

const send = (method: 'POST' | 'PATCH' | 'GET', path = '', payload?: object) =>
  service.app.inject({
    method,
    url: `/api/v1/automations${path}`,
    headers,
    ...(payload && { payload }),
  })
const actions = [
  { name: 'Open', type: 'navigate', url: 'https://example.com/${page}' },
  { name: 'User', type: 'change', selectors: ['#user'], value: '${user}' },
  { name: 'Password', type: 'change', selectors: ['#password'], value: '${password}' },
]
const variables = {
  page: { default: 'login' },
  password: { default: 'the default password', secret: true },
}
const create = async () => (await send('POST', '', { name: 'Log in', actions, variables })).json<Automation>()
const stored = async (id: string) => {
  const [row] = await service.services.db.select().from(automations).where(eq(automations.id, id))
  return row!
}
const valuesOf = async (id: string, given = {}) =>
  openVariables(service.services.keyring, id, (await stored(id)).variables, given)

describe('the variables of an automation', () => {
  test('are returned as they were written, except secret defaults', async () => {
    const created = await create()
    expect(created.variables).toEqual({
      page: { default: 'login' },
      password: { default: '[redacted]', secret: true },
    })
    expect((await send('GET', `/${created.id}`)).json()).toEqual(created)
  })

  test('are sealed in the database where they are secret, also in old versions', async () => {
    const { id } = await create()
    const { db } = service.services
    const history = await db.select().from(automationVersions).where(eq(automationVersions.automationId, id))
    const all = JSON.stringify([await stored(id), history])
    expect(all).not.toContain('the default password')
    expect(await valuesOf(id)).toEqual({ page: 'login', password: 'the default password' })
  })

  test('keep a secret default that is sent back redacted', async () => {
    const { id, variables: answered } = await create()
    await send('PATCH', `/${id}`, { variables: { ...answered, page: { default: 'sign-in' } } })
    expect(await valuesOf(id)).toEqual({ page: 'sign-in', password: 'the default password' })
  })

  test('make no version when nothing differs, including a secret default', async () => {
    const { id } = await create()
    const response = await send('PATCH', `/${id}`, { variables })
    expect(response.json<Automation>().version).toBe(1)
  })

  test('are restored with the version that had them', async () => {
    const { id } = await create()
    await send('PATCH', `/${id}`, { variables: { password: { default: 'another', secret: true } } })
    await send('POST', `/${id}/versions/1/restore`)
    expect(await valuesOf(id)).toEqual({ page: 'login', password: 'the default password' })
  })

  test.each([
    [{ password: { default: '[redacted]', secret: true } }, 'variables.password.default'],
    [{ 'not a name': {} }, 'variables.not a name'],
    [{ page: { default: 7 } }, 'variables.page.default'],
    [{ page: { value: 'x' } }, 'variables.page.value'],
    [{ page: 'x' }, 'variables.page'],
  ])('%j are refused by name, without repeating their values', async (wrong, property) => {
    const response = await send('POST', '', { name: 'Log in', actions, variables: wrong })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property }])
    expect(response.body).not.toMatch(/"receivedValue":(7|"x")/)
  })
})

describe('a trigger', () => {
  test('is refused by name without values for variables that have no default', async () => {
    const { id } = await create()
    const response = await send('POST', `/${id}/trigger`)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual([
      {
        property: 'variables.user',
        constraints: { isDefined: 'variables.user should not be null or undefined' },
        receivedValue: null,
      },
    ])
  })

  test('is refused with values for unknown variables, without repeating the values', async () => {
    const { id } = await create()
    const given = { user: 'ada', usr: 'a typing mistake' }
    const response = await send('POST', `/${id}/trigger`, { variables: given })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property: 'variables.usr', receivedValue: '[redacted]' }])
    expect((await send('GET', `/${id}/status`)).json()).toEqual({ isRunning: false })
  })

  test('keeps its values sealed until the run, and they override the defaults', async () => {
    const { id } = await create()
    const given = { user: 'ada', password: 'given at the trigger' }
    const response = await send('POST', `/${id}/trigger`, { variables: given })
    expect(response.statusCode).toBe(202)
    const { executionId } = response.json<{ executionId: string }>()
    const { db, keyring } = service.services
    const [row] = await db.select().from(executions).where(eq(executions.id, executionId))
    expect(JSON.stringify(row)).not.toContain('given at the trigger')
    const opened = openGivenVariables(keyring, `execution:${executionId}`, row!.sealedVariables)
    expect(await valuesOf(id, opened)).toEqual({ page: 'login', ...given })
  })

  test('that is stopped before its run leaves no value behind', async () => {
    const { id } = await create()
    await send('POST', `/${id}/trigger`, { variables: { user: 'ada' } })
    await send('POST', `/${id}/stop`)
    const { db } = service.services
    const [row] = await db.select().from(executions).where(eq(executions.automationId, id))
    expect(row).toMatchObject({ status: 'failed', sealedVariables: null })
  })
})
