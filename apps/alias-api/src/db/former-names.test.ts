import { newId, openDatabase, type Database } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let service: TestApp
let mail: Database

beforeAll(async () => {
  service = await startTestApp()
  mail = openDatabase({ url: service.database.url, role: 'waypost_alias_mail', applicationName: 'test' })
})
afterAll(async () => {
  await mail.close()
  await service.close()
})

test('a mail process of the previous version keeps working with the former table names', async () => {
  const [id, messageId] = [newId(), newId()]
  await mail.db.execute(sql`
    insert into alias.arrivals (email_id, message_id, address_id) values (${id}, ${messageId}, ${newId()})`)
  await mail.db.execute(sql`
    insert into alias.departures (id, owner_id, message_id, mail_from, rcpt_to, queued_at)
    values (${id}, 'live:ada', ${messageId}, '', 'bob@example.net', now())`)
  const read = async (name: string) =>
    (await mail.db.execute(sql`select message_id from ${sql.raw(`alias.${name}`)}`)).rows
  expect(await read('inbound_messages')).toEqual([{ message_id: messageId }])
  expect(await read('outbound_messages')).toEqual([{ message_id: messageId }])

  await mail.db.execute(sql`
    update alias.departures outbound set attempts = made.attempts + 1
    from (values (${id}::uuid, 1)) as made (id, attempts) where made.id = outbound.id`)
  const { rows } = await mail.db.execute(sql`select attempts from alias.outbound_messages`)
  expect(rows).toEqual([{ attempts: 2 }])

  await mail.db.execute(sql`delete from alias.arrivals where message_id = ${messageId}`)
  await mail.db.execute(sql`delete from alias.departures where id = ${id}`)
  expect([await read('inbound_messages'), await read('outbound_messages')]).toEqual([[], []])
})
