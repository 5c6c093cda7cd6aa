import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { mailSettings } from './session-settings.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

test.each([
  `select from alias.outbound_messages outbound left join alias.messages on messages.id = outbound.message_id
    where outbound.id = any($1::uuid[])`,
  `update alias.emails email set forward_status = given.status from unnest($1::uuid[], $2::text[]) as given (id, status)
    where email.id = given.id`,
  `delete from alias.outbound_messages outbound using unnest($1::uuid[], $2::integer[]) as made (id, attempts)
    where outbound.id = made.id and outbound.attempts = made.attempts`,
  `delete from alias.inbound_messages where message_id = any($1::uuid[])`,
])(
  'a plan that the mail process keeps finds rows by their keys, though the tables were empty when it was made: %s',
  async (statement) => {
    const { pool } = service.database.connectAs('waypost_alias_mail', mailSettings)
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).toMatch(/Index Cond: .*(\$1|given\.id|made\.id|message_id)/)
    expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/)
  },
)
