import { sql } from 'drizzle-orm'
import { openDatabase, type Database } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailMetrics, type MailMetrics } from './mail-metrics.ts'
import { createSelfSignedCertificate } from '../smtp/self-signed-certificate.ts'
import { startTestApp, testMxHost, type TestApp } from '../testing/test-app.ts'

let service: TestApp
let database: Database
const now = Date.UTC(2026, 10, 21)

beforeAll(async () => {
  service = await startTestApp()
  // Under the role of the process, whose grants limit what it can measure.
  const role = 'waypost_alias_mail'
  database = openDatabase({ url: service.database.url, role, applicationName: 'test' })
})
afterAll(async () => {
  await database.close()
  await service.close()
})

const create = (): MailMetrics =>
  createMailMetrics(database, () => createSelfSignedCertificate(testMxHost, now).cert)

async function read(metrics: MailMetrics): Promise<Record<string, number>> {
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('waypost_'))
  const values = lines.map((line) => /^(.*?) (\S+)$/.exec(line)!.slice(1) as [string, string])
  return Object.fromEntries(
    values.map(([name, value]) => [name.replace(/,?process="[^"]*"/, ''), Number(value)]),
  )
}

test('with nothing queued and nothing done, every mail metric exists and is 0', async () => {
  expect(await read(create())).toMatchObject({
    'waypost_outbound_waiting{state="new"}': 0,
    'waypost_outbound_waiting{state="deferred"}': 0,
    'waypost_outbound_oldest_seconds{state="deferred"}': 0,
    'waypost_queue_due{queue="inbound"}': 0,
    'waypost_queue_oldest_due_seconds{queue="outbound"}': 0,
    'waypost_outbound_attempts_total{outcome="failed"}': 0,
    'waypost_mail_received_total{outcome="deferred"}': 0,
  })
})

test('queued outbound messages are counted as new or deferred, with the age of the oldest', async () => {
  await database.db.execute(sql`
    insert into alias.outbound_messages (id, owner_id, message_id, mail_from, rcpt_to, attempts, queued_at)
    select uuidv7(), 'ada', uuidv7(), 'a@example.com', 'b@example.com', attempts, now() - age from (values
      (0, interval '1 minute'), (1, interval '1 hour'), (3, interval '2 hours')) as outbound (attempts, age)
  `)
  const read1 = await read(create())
  expect(read1).toMatchObject({
    'waypost_outbound_waiting{state="new"}': 1,
    'waypost_outbound_waiting{state="deferred"}': 2,
  })
  const oldest = (state: string) => Number(read1[`waypost_outbound_oldest_seconds{state="${state}"}`])
  expect(oldest('new')).toBeGreaterThanOrEqual(60)
  expect(oldest('new')).toBeLessThan(3600)
  expect(oldest('deferred')).toBeGreaterThanOrEqual(7200)
})

test('platform domains without a published DKIM key, and the expiry of the certificate, are reported', async () => {
  const [certificate, unsigned] = [
    'waypost_smtp_certificate_expires_timestamp_seconds',
    'waypost_dkim_unsigned_domains',
  ]
  const before = await read(create())
  expect(before[`${certificate}{}`]).toBe(now / 1000 + 10 * 365 * 86_400)
  expect(before[`${unsigned}{}`]).toBe(2)
  await service.database.connectAsOwner().db.execute(sql`
    insert into alias.dkim_keys (id, domain, number, sealed_key, public_key, created_at, published_at, next_check_at)
    values (uuidv7(), 'waypost.test', 1, '', '', now(), now(), now()), (uuidv7(), 'pool.test', 1, '', '', now(), null, now())
  `)
  expect((await read(create()))[`${unsigned}{}`]).toBe(1)
})

test('outcomes of receiving, sending and forwarding are counted', async () => {
  const metrics = create()
  metrics.countReceived('refused')
  metrics.countOutbound('deferred')
  metrics.countForward('forged')
  expect(await read(metrics)).toMatchObject({
    'waypost_mail_received_total{outcome="refused"}': 1,
    'waypost_outbound_attempts_total{outcome="deferred"}': 1,
    'waypost_forwards_total{outcome="forged"}': 1,
  })
})
