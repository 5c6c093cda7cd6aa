import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import { sessions } from '../db/tables.ts'
import { closeWithSession } from './close-with-session.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await createTestDashboard()
})
afterAll(() => dashboard.close())

test('a connection ends once the sign-in that has opened it has ended', async () => {
  const ada = await dashboard.signUp('ada@example.com')
  const [session] = await dashboard.services.db.select().from(sessions)
  const socket = new PassThrough()
  closeWithSession(dashboard.services, session!, socket, 5)
  const closed = once(socket, 'close')
  // It looks while the sign-in lasts, too.
  await dashboard.services.db.select().from(sessions)
  expect(socket.destroyed).toBe(false)
  expect((await ada.delete('/auth/session')).statusCode).toBe(204)
  await closed
})
