import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '@waypost/testing'
import { automations } from '../db/tables.ts'
import { openAccounts } from '../limits/test-accounts.ts'
import { laterRun, recordingWaits, runsChannel } from './run-queue.ts'

const { bed, openAccount } = openAccounts()
let heard: string[]
let listening: { close(): Promise<void> }

beforeEach(async () => {
  heard = []
  const hear = (payload?: string) => void heard.push(payload ?? 'connected')
  listening = await bed.service.services.work.getDb().listen!(runsChannel, hear, hear)
  await waitFor('the connection', () => heard.length === 1)
  heard = []
})
afterEach(() => listening.close())

test('a run that is due is announced to the runners', async () => {
  const account = await openAccount()
  const [id] = await account.automations(1)
  expect((await account.post(`/api/v1/automations/${id}/trigger`)).statusCode).toBe(202)
  await waitFor('the announcement', () => heard.length > 0)
  expect(heard).toEqual([''])
})

test('a run that has to wait for its automation to cool down is announced as a later one', async () => {
  const account = await openAccount()
  const [id] = await account.automations(1)
  await bed.service.database
    .connectAsOwner()
    .db.update(automations)
    .set({ lastEndedAt: new Date(bed.service.services.clock.now()) })
    .where(eq(automations.id, id!))
  expect((await account.post(`/api/v1/automations/${id}/trigger`)).statusCode).toBe(202)
  await waitFor('the announcement', () => heard.length > 0)
  expect(heard).toEqual([laterRun])
})

test('a recording is announced to the runners, which open its browser at once', async () => {
  const account = await openAccount()
  expect((await account.post('/api/v1/recordings', { url: 'https://shop.example/' })).statusCode).toBe(201)
  await waitFor('the announcement', () => heard.length > 0)
  expect(heard).toEqual([recordingWaits])
})
