import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from './create-test-dashboard.ts'
import { attempts, refreshTokens } from './db/tables.ts'
import { deleteExpired } from './delete-expired.ts'

let dashboard: TestDashboard
beforeEach(async () => {
  dashboard = await createTestDashboard()
})
afterEach(() => dashboard.close())

const remaining = async () => ({
  attempts: (await dashboard.services.db.select().from(attempts)).length,
  refreshTokens: (await dashboard.services.db.select().from(refreshTokens)).length,
})

test('attempts are deleted after their window and refresh tokens after they expire, and nothing is deleted earlier', async () => {
  await dashboard.post('/auth/register', { email: 'ada@example.com', password })
  await deleteExpired(dashboard.services)
  // The client's registration, and the confirmation e-mail to the mailbox.
  expect(await remaining()).toEqual({ attempts: 2, refreshTokens: 1 })

  dashboard.advance(15 * 60_000)
  await deleteExpired(dashboard.services)
  expect(await remaining()).toEqual({ attempts: 1, refreshTokens: 1 })

  dashboard.advance(45 * 60_000)
  await deleteExpired(dashboard.services)
  expect(await remaining()).toEqual({ attempts: 0, refreshTokens: 1 })

  await dashboard.post('/auth/login', { email: 'ada@example.com', password: 'wrong' })
  dashboard.advance(30 * 24 * 60 * 60_000 - 60 * 60_000)
  await dashboard.post('/auth/login', { email: 'bob@example.com', password: 'wrong' }, '192.0.2.1')
  await deleteExpired(dashboard.services)
  expect(await remaining()).toEqual({ attempts: 3, refreshTokens: 0 })
})
