import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const attempt = async (role: string, statement: string) => {
  try {
    await database.connectAs(role).db.execute(sql.raw(statement))
    return 'allowed'
  } catch (error) {
    return String((error as Error).cause).replace(/^error: /, '')
  }
}

test.each([
  ['waypost_dispatcher', 'select * from automation.webhooks', 'allowed'],
  ['waypost_dispatcher', 'select * from automation.deliveries', 'allowed'],
  ['waypost_automation_api', 'select * from automation.api_keys', 'allowed'],
  ['waypost_automation_runner', 'select * from automation.executions', 'allowed'],
  ['waypost_alias_api', 'select * from alias.api_keys', 'allowed'],
  ['waypost_alias_mail', 'select * from alias.addresses', 'allowed'],
  ['waypost_dashboard', 'select * from accounts.accounts', 'allowed'],
  ['waypost_dispatcher', 'select * from alias.deliveries', 'allowed'],
  ['waypost_dispatcher', 'select * from alias.addresses', 'permission denied for table addresses'],
  ['waypost_alias_api', 'select * from automation.webhooks', 'permission denied for schema automation'],
  ['waypost_alias_api', 'delete from alias_outbox.job', 'permission denied for table job'],
  ['waypost_alias_api', 'delete from alias.audit_logs', 'permission denied for table audit_logs'],
  ['waypost_alias_mail', 'select * from alias.api_keys', 'permission denied for table api_keys'],
  ['waypost_alias_mail', 'select sealed_secret from alias.webhooks', 'permission denied for table webhooks'],
  ['waypost_alias_mail', 'select * from accounts.accounts', 'permission denied for schema accounts'],
  ['waypost_automation_api', 'select * from alias.addresses', 'permission denied for schema alias'],
  ['waypost_dispatcher', 'select * from automation.automations', 'permission denied for table automations'],
  ['waypost_dispatcher', 'select * from automation.api_keys', 'permission denied for table api_keys'],
  ['waypost_dispatcher', "update automation.webhooks set url = ''", 'permission denied for table webhooks'],
  ['waypost_dispatcher', 'select * from automation_jobs.job', 'permission denied for schema automation_jobs'],
  ['waypost_dispatcher', 'select * from accounts.accounts', 'permission denied for schema accounts'],
  ['waypost_automation_api', 'select * from accounts.accounts', 'permission denied for schema accounts'],
  ['waypost_automation_api', 'delete from automation_outbox.job', 'permission denied for table job'],
  ['waypost_automation_api', 'drop table automation.webhooks', 'must be owner of table webhooks'],
  ['waypost_automation_runner', 'select * from automation.api_keys', 'permission denied for table api_keys'],
  [
    'waypost_automation_runner',
    'select sealed_secret from automation.webhooks',
    'permission denied for table webhooks',
  ],
  [
    'waypost_automation_runner',
    'delete from automation.executions',
    'permission denied for table executions',
  ],
  ['waypost_automation_runner', 'select * from automation.blob_pieces', 'allowed'],
  [
    'waypost_automation_runner',
    'delete from automation.blob_pieces',
    'permission denied for table blob_pieces',
  ],
  ['waypost_automation_runner', 'update automation.blobs set names = 1', 'permission denied for table blobs'],
  ['waypost_dashboard', 'select * from automation.api_keys', 'permission denied for schema automation'],
  ['waypost_automation_runner', 'select * from alias.addresses', 'permission denied for schema alias'],
  ['waypost_alias_mail', 'select * from automation.automations', 'permission denied for schema automation'],
  ['waypost_dispatcher', 'truncate automation.deliveries', 'permission denied for table deliveries'],
  ['waypost_dispatcher', 'alter table alias.webhooks add x text', 'must be owner of table webhooks'],
  ['waypost_alias_api', 'alter table alias.addresses drop address', 'must be owner of table addresses'],
  ['waypost_alias_api', 'create index on alias.addresses (label)', 'must be owner of table addresses'],
  [
    'waypost_alias_mail',
    'drop function alias.count_added_emails',
    'must be owner of function alias.count_added_emails',
  ],
  ['waypost_automation_api', 'create table automation.mine ()', 'permission denied for schema automation'],
  ['waypost_automation_api', 'create table public.mine ()', 'permission denied for schema public'],
  ['waypost_automation_runner', 'drop schema automation cascade', 'must be owner of schema automation'],
  [
    'waypost_dashboard',
    "insert into accounts.migrations values ('x')",
    'permission denied for table migrations',
  ],
  [
    'waypost_dashboard',
    'grant waypost_alias_api to waypost_dashboard',
    'permission denied to grant role "waypost_alias_api"',
  ],
  ['waypost_monitor', 'select * from automation_jobs.job', 'permission denied for table job'],
  ['waypost_monitor', 'select * from automation.automations', 'permission denied for schema automation'],
])('%s: %s → %s', async (role, statement, outcome) => {
  expect(await attempt(role, statement)).toBe(outcome)
})
