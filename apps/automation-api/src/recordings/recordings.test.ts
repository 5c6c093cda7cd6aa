import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { purgeAt } from '@waypost/retention/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordings } from '../db/recording-tables.ts'
import { openAccounts } from '../limits/test-accounts.ts'
import { retentionKinds } from '../retention/retention-kinds.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { keptForMs, type Recording } from './recording.ts'

const { bed, openAccount } = openAccounts()
const url = 'https://shop.example/'

const setOf = (row: Partial<typeof recordings.$inferInsert>, id: string) =>
  bed.service.database.connectAsOwner().db.update(recordings).set(row).where(eq(recordings.id, id))

describe('a recording', () => {
  test('is made with what it begins with, listed, shown and deleted', async () => {
    const account = await openAccount()
    const made = await account.post('/api/v1/recordings', { url })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ status: 'pending', url, steps: [], variables: {}, error: null })
    const { id } = made.json<Recording>()
    expect((await account.get('/api/v1/recordings')).json()).toMatchObject([{ id, status: 'pending' }])
    const deleted = await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/recordings/${id}`,
      headers: account.key,
    })
    expect(deleted.statusCode).toBe(204)
    expect((await account.get(`/api/v1/recordings/${id}`)).statusCode).toBe(404)
  })

  test('is refused without a place to begin, with two, and at an address that no run may reach', async () => {
    const account = await openAccount()
    const propertyOf = async (payload: object) => {
      const refused = await account.post('/api/v1/recordings', payload)
      expect(refused.statusCode).toBe(400)
      return refused.json<{ property: string }[]>()[0]!.property
    }
    expect(await propertyOf({})).toBe('url')
    expect(await propertyOf({ url, automationId: newId() })).toBe('url')
    expect(await propertyOf({ url, afterStep: 'Go' })).toBe('automationId')
    expect(await propertyOf({ url, beforeStep: 'Go' })).toBe('automationId')
    expect(await propertyOf({ url: 'http://10.0.0.1/' })).toBe('url')
    expect(await propertyOf({ url: 'file:///etc/passwd' })).toBe('url')
  })

  test('is refused after a step that the automation does not have, and without values for its steps', async () => {
    const account = await openAccount()
    const [automationId] = await account.automations(1)
    const refused = await account.post('/api/v1/recordings', { automationId, afterStep: 'Nothing' })
    expect(refused.json()).toMatchObject([{ property: 'afterStep' }])
    expect((await account.post('/api/v1/recordings', { automationId: newId() })).statusCode).toBe(404)
    const sessionId = newId()
    expect((await account.post('/api/v1/recordings', { url, sessionId })).statusCode).toBe(404)
  })

  test('is refused without a key and without its scopes', async () => {
    const account = await openAccount()
    const post = (headers: Record<string, string>) =>
      bed.service.app.inject({ method: 'POST', url: '/api/v1/recordings', headers, payload: { url } })
    expect((await post({})).statusCode).toBe(401)
    const reader = await bed.service.key(account.ownerId, 'automation:read')
    expect((await post(reader)).statusCode).toBe(403)
  })

  test('of somebody else is not found, whatever is asked of it', async () => {
    const [owner, stranger] = [await openAccount(), await openAccount()]
    const { id } = (await owner.post('/api/v1/recordings', { url })).json<Recording>()
    const path = `/api/v1/recordings/${id}`
    expect((await stranger.get(path)).statusCode).toBe(404)
    expect((await stranger.get(`${path}/steps/${newId()}/screenshot`)).statusCode).toBe(404)
    expect((await stranger.post(`${path}/live-view`)).statusCode).toBe(404)
    expect((await stranger.post(`${path}/save`, { name: 'Mine' })).statusCode).toBe(404)
    const deleted = await bed.service.app.inject({ method: 'DELETE', url: path, headers: stranger.key })
    expect(deleted.statusCode).toBe(404)
    expect((await owner.post(`${path}/live-view`)).json()).toMatchObject({
      message: 'Recording is not running',
    })
  })
})

describe('the limits', () => {
  test('allow one recording at a time, and another one once it has ended', async () => {
    const account = await openAccount()
    const { id } = (await account.post('/api/v1/recordings', { url })).json<Recording>()
    const refused = await account.post('/api/v1/recordings', { url }, 1)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({
      message: 'Limit reached: 1 of 1 recordings at once are used; there is room again when one of them ends',
    })
    await setOf({ status: 'ended', endedAt: new Date() }, id)
    expect((await account.post('/api/v1/recordings', { url })).statusCode).toBe(201)
  })

  test('count the minutes of the day, also those of recordings that were deleted', async () => {
    const account = await openAccount({ recordingMinutesPerDay: 2, activeRecordings: 5 })
    const { id } = (await account.post('/api/v1/recordings', { url })).json<Recording>()
    // At the beginning of a day there are no minutes of it yet.
    const now = Date.now()
    const sinceMidnight = now % 86_400_000
    const startedAt = new Date(now - Math.min(150_000, sinceMidnight))
    await setOf({ status: 'running', startedAt, aliveAt: new Date() }, id)
    await bed.service.app.inject({ method: 'DELETE', url: `/api/v1/recordings/${id}`, headers: account.key })
    const { limits } = await account.shown()
    expect(limits.recordingMinutesPerDay).toMatchObject({
      used: Math.min(2, Math.floor(sinceMidnight / 60_000)),
      resetsAt: expect.any(String) as string,
    })
    if (limits.recordingMinutesPerDay.used === 2)
      expect((await account.post('/api/v1/recordings', { url })).statusCode).toBe(429)
  })
})

describe('what is left', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await startTestApp()
  })
  afterAll(() => service.close())

  test('of an ended recording is deleted after a day, and one under way is kept', async () => {
    const { db } = service.database.connectAsOwner()
    const endedAt = new Date()
    const row = { ownerId: 'ada', url, createdAt: endedAt }
    const running = newId()
    await db.insert(recordings).values([
      { ...row, id: newId(), status: 'ended', endedAt },
      { ...row, id: running, status: 'running', startedAt: endedAt, aliveAt: endedAt },
    ])
    const purge = (at: number) => purgeAt(at, service.services.db, retentionKinds({}))
    expect(await purge(endedAt.getTime() + keptForMs - 1)).toEqual({})
    expect(await purge(endedAt.getTime() + keptForMs + 1000)).toEqual({ recordings: 1 })
    expect(await db.select({ id: recordings.id }).from(recordings)).toEqual([{ id: running }])
  })
})
