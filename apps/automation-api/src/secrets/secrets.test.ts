import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLogs } from '../db/tables.ts'
import { secrets } from '../db/secret-tables.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { eq } from 'drizzle-orm'

let service: TestApp
let ownerId: string
let headers: Record<string, string>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  ownerId = newId()
  headers = await service.key(ownerId, 'automation:read', 'automation:write')
})

const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object, by = headers) =>
  service.app.inject({ method, url: `/api/v1/secrets${path}`, headers: by, ...(payload && { payload }) })
const names = async (by = headers) =>
  (await send('GET', '', undefined, by)).json<{ name: string }[]>().map(({ name }) => name)

describe('a secret of an account', () => {
  test('is saved by its name, sealed, and never in a response', async () => {
    const saved = await send('PUT', '/shopPassword', { value: 'correct horse' })
    expect(saved.statusCode).toBe(200)
    expect(saved.json()).toEqual({
      name: 'shopPassword',
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    })
    const listed = await send('GET', '')
    expect(listed.json()).toEqual([saved.json()])
    const db = service.database.connectAsOwner().db
    const rows = await db.select().from(secrets).where(eq(secrets.ownerId, ownerId))
    expect(JSON.stringify(rows)).not.toContain('correct horse')
    const logs = await db.select().from(auditLogs).where(eq(auditLogs.ownerId, ownerId))
    expect(logs.map(({ action }) => action)).toContain('secret.saved')
    expect(JSON.stringify(logs)).not.toContain('correct horse')
  })

  test('is replaced by another value of the same name', async () => {
    await send('PUT', '/key', { value: 'one' })
    await send('PUT', '/key', { value: 'two' })
    await send('PUT', '/another', { value: 'three' })
    expect(await names()).toEqual(['another', 'key'])
  })

  test('is deleted once', async () => {
    await send('PUT', '/key', { value: 'one' })
    expect((await send('DELETE', '/key')).statusCode).toBe(204)
    expect((await send('DELETE', '/key')).json()).toEqual({
      statusCode: 404,
      message: 'Secret not found or unauthorized',
      error: 'Not Found',
    })
    expect(await names()).toEqual([])
  })

  test.each([
    ['no value', {}, 'value', null],
    ['an empty one', { value: '' }, 'value', '[redacted]'],
    ['one of another type', { value: ['correct horse'] }, 'value', '[redacted]'],
    ['one that is too long', { value: 'x'.repeat(10_001) }, 'value', '[redacted]'],
  ])('is refused with %s, without repeating it', async (_what, body, property, receivedValue) => {
    const response = await send('PUT', '/key', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property, receivedValue }])
  })

  test('is refused under a name that a step could not refer to', async () => {
    expect((await send('PUT', '/a-b', { value: 'x' })).json()).toMatchObject([{ property: 'name' }])
  })

  test('is not visible to others, who have their own of that name', async () => {
    await send('PUT', '/key', { value: 'one' })
    const stranger = await service.key(newId(), 'automation:read', 'automation:write')
    expect(await names(stranger)).toEqual([])
    expect((await send('DELETE', '/key', undefined, stranger)).statusCode).toBe(404)
    expect((await send('PUT', '/key', { value: 'two' }, stranger)).statusCode).toBe(200)
    expect(await names()).toEqual(['key'])
  })

  test('needs a key with the scope', async () => {
    expect((await send('GET', '', undefined, {})).statusCode).toBe(401)
    const reader = await service.key(ownerId, 'automation:read')
    expect((await send('PUT', '/key', { value: 'x' }, reader)).statusCode).toBe(403)
    expect((await send('DELETE', '/key', undefined, reader)).statusCode).toBe(403)
    const writer = await service.key(ownerId, 'automation:write')
    expect((await send('GET', '', undefined, writer)).statusCode).toBe(403)
  })

  test('is one of at most 200', async () => {
    for (let index = 0; index < 200; index += 1) await send('PUT', `/key${index}`, { value: 'x' })
    expect((await send('PUT', '/key0', { value: 'again' })).statusCode).toBe(200)
    const refused = await send('PUT', '/another', { value: 'x' })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      message: expect.stringContaining('200 of 200 secrets') as string,
    })
    expect(await names()).toHaveLength(200)
  })
})

describe('the database', () => {
  test('lets the API write secrets and not read them, and the runner read them and not write them', async () => {
    await send('PUT', '/key', { value: 'one' })
    await expect(service.services.db.select({ value: secrets.sealedValue }).from(secrets)).rejects.toThrow()
    const runner = service.database.connectAs('waypost_automation_runner').db
    expect(await runner.select().from(secrets).where(eq(secrets.ownerId, ownerId))).toHaveLength(1)
    await expect(runner.delete(secrets)).rejects.toThrow()
  })
})
