import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'
import type { SpamFilterOptions, SpamOutcome } from './create-spam-filter.ts'
import { forged, openTestFilter } from './test-spam-filter.ts'

let service: TestApp
let mail: TestMail

let outcomes: SpamOutcome[]
const onOutcome = (outcome: SpamOutcome) => void outcomes.push(outcome)
const openFilter = (options: SpamFilterOptions = {}) => openTestFilter({ onOutcome, ...options })
beforeEach(() => {
  outcomes = []
})
let server: Server
let url: URL
let answer: (end: (status: number, body: string) => void) => void

beforeAll(async () => {
  service = await startTestApp()
  mail = await startTestMail(service)
  server = createServer((request, response) => {
    request.resume()
    answer((status, body) => response.writeHead(status).end(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await mail.close()
  await service.close()
})
/** @param timeoutMs short only where no answer comes */
const open = (at = url, timeoutMs = 60_000) =>
  openFilter({ rspamd: { url: at, timeoutMs, db: mail.services.db, storage: mail.services.storage } })

test.each([
  ['does not answer', () => {}],
  ['answers 500', (end: (status: number, body: string) => void) => end(500, '{}')],
  ['answers something else', (end: (status: number, body: string) => void) => end(200, '{"score":"high"}')],
  ['answers without an end', (end: (status: number, body: string) => void) => end(200, ' '.repeat(2 ** 21))],
])('mail is judged without an rspamd that %s, which is counted', async (_what, how) => {
  answer = how
  expect(await open(url, 300)({ authentication: forged })).toMatchObject({ verdict: 'spam', score: 5 })
  expect(outcomes).toEqual(['rspamd_failed', 'spam'])
})

test('mail is judged without an rspamd that is not there', async () => {
  expect(await open(new URL('http://127.0.0.1:9'))()).toMatchObject({ verdict: 'clean' })
  expect(outcomes).toEqual(['rspamd_failed', 'clean'])
})

test('mail of more than 4 MiB is judged without asking rspamd', async () => {
  answer = (end) => end(200, '{"action":"reject","score":20,"symbols":{}}')
  expect(await open()({ about: { size: 4 * 1024 * 1024 + 1 } })).toMatchObject({ verdict: 'clean' })
  expect(await open()()).toMatchObject({ verdict: 'spam', score: 20 })
  expect(outcomes).toEqual(['clean', 'spam'])
})

test('an rspamd that fails five times in a row is not asked for ten seconds, and then once more', async () => {
  let asked = 0
  let status = 500
  answer = (end) => {
    asked += 1
    end(status, '{"action":"reject","score":20,"symbols":{}}')
  }
  let now = 0
  const { db, storage } = mail.services
  const judge = openFilter({ now: () => now, rspamd: { url, timeoutMs: 60_000, db, storage } })
  for (let count = 0; count < 7; count += 1) await judge()
  expect(asked).toBe(5)
  expect(outcomes.filter((outcome) => outcome === 'rspamd_failed')).toHaveLength(7)
  now += 10_000
  await judge()
  await judge()
  expect(asked).toBe(6)
  now += 10_000
  status = 200
  for (let count = 0; count < 2; count += 1) expect(await judge()).toMatchObject({ verdict: 'spam' })
  expect(asked).toBe(8)
})
