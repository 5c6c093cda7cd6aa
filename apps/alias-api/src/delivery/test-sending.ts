import { sql } from 'drizzle-orm'
import { systemClock, type Clock } from '@waypost/postgres'
import { startMailSink, type MailSink } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import type { EmailDetail } from '../emails/email.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { startTestMail, type TestMail } from '../testing/test-mail.ts'

interface Bed {
  service: TestApp
  mail: TestMail
  /** The mail server that receives what is sent. */
  sink: MailSink
  key: { authorization: string }
  /** The alias that the key's owner sends from. */
  address: Awaited<ReturnType<typeof addAddress>>
  /** The clock's time; undefined for the real time. */
  time: number | undefined
}

/** For tests: a service for the file, and for each test its mail process, a mail sink, and an alias to send from. */
export function openSendingBed({ storesFilesOnce = true } = {}) {
  const bed = {} as Bed
  beforeAll(async () => {
    const clock = Object.assign(Object.create(systemClock) as Clock, { now: () => bed.time ?? Date.now() })
    bed.service = await startTestApp({ clock, storesFilesOnce })
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    bed.time = undefined
    bed.mail = await startTestMail(bed.service)
    bed.sink = await startMailSink()
    bed.key = await bed.service.key('ada')
    bed.address = await addAddress(bed.service, 'ada')
  })
  afterEach(async () => {
    await bed.mail.close()
    await bed.sink.close()
    await bed.service.empty()
  })
  const newEmail = () => ({
    fromAddressId: bed.address.id,
    to: 'bob@example.net',
    subject: 'hello',
    body: 'hello Bob',
  })
  const rows = async <Row extends Record<string, unknown>>(query: string) =>
    (await bed.service.database.connectAsOwner().db.execute<Row>(sql.raw(query))).rows
  return {
    bed,
    newEmail,
    rows,
    send: (payload: object = newEmail(), headers: Record<string, string> = bed.key) =>
      bed.service.app.inject({ method: 'POST', url: '/api/v1/emails', headers, payload }),
    read: async (id: string, headers = bed.key) =>
      (await bed.service.app.inject({ url: `/api/v1/emails/${id}`, headers })).json<{
        data: EmailDetail
      }>().data,
    count: async (table: string) =>
      Number((await rows<{ count: string }>(`select count(*) from alias.${table}`))[0]!.count),
  }
}
