import { sql } from 'drizzle-orm'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateAccounts } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const asDashboard = (statement: string) =>
  database.connectAs('waypost_dashboard').db.execute(sql.raw(statement))

describe('the role waypost_dashboard', () => {
  test('has no rights to tables outside its schema and its queue schema', async () => {
    const owner = database.connectAsOwner().db
    await owner.execute(sql`create schema elsewhere`)
    await owner.execute(sql`create table elsewhere.secrets (secret text)`)
    const { rows } = await owner.execute<{ table: string; schema: string; open: boolean }>(sql`
      select c.oid::regclass::text as "table", n.nspname as schema,
        has_schema_privilege('waypost_dashboard', n.oid, 'usage') and has_any_column_privilege(
          'waypost_dashboard', c.oid, 'select, insert, update, references') as open
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'accounts_jobs')`)
    expect(rows.map(({ table }) => table)).toContain('elsewhere.secrets')
    expect(
      rows
        .filter(({ open }) => open)
        .map(({ table }) => table)
        .toSorted(),
    ).toEqual([
      'accounts.accounts',
      'accounts.attempts',
      'accounts.automation_keys',
      'accounts.closed_accounts',
      'accounts.known_browsers',
      'accounts.letters',
      'accounts.mailed_tokens',
      'accounts.migrations',
      'accounts.notification_opt_outs',
      'accounts.passkey_challenges',
      'accounts.passkeys',
      'accounts.recovery_codes',
      'accounts.refresh_tokens',
      'accounts.sealing_keys',
      'accounts.sessions',
      'accounts.signing_keys',
      'accounts.system_emails',
      'accounts.token_revocations',
      'accounts.totp_factors',
    ])
  })

  test.each([
    ['give an account another address', `update accounts.accounts set email = 'x@example.com'`],
    ['change or retire a signing key', `update accounts.signing_keys set retired_at = now()`],
    ['delete a signing key', `delete from accounts.signing_keys`],
    ['prolong a refresh token', `update accounts.refresh_tokens set expires_at = 'infinity'`],
    ['give a session to another account', `update accounts.sessions set account_id = gen_random_uuid()`],
    ['say what was migrated', `insert into accounts.migrations (name) values ('accounts/9999-none.sql')`],
    [
      'give an authenticator app to another account',
      `update accounts.totp_factors set account_id = gen_random_uuid()`,
    ],
    ['give a passkey to another account', `update accounts.passkeys set account_id = gen_random_uuid()`],
    ['change the key of a passkey', `update accounts.passkeys set public_key = 'x'`],
    ['prolong a challenge for a passkey', `update accounts.passkey_challenges set expires_at = 'infinity'`],
    ['change a recovery code', `update accounts.recovery_codes set code_hash = 'x'`],
    ['make a table in its schema', `create table accounts.another (id int)`],
    ['make a table in public', `create table public.another (id int)`],
  ])('may not %s', async (_what, statement) => {
    await expect(asDashboard(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})

test('the database refuses an account whose email is not in lower case', async () => {
  const statement = sql`insert into accounts.accounts values (gen_random_uuid(), 'Ada@example.com', 'x', now())`
  await expect(database.connectAsOwner().db.execute(statement)).rejects.toMatchObject({
    cause: { constraint: 'emails_are_lower_case' },
  })
})

test('repeated and concurrent migrations change nothing', async () => {
  const owner = database.connectAsOwner().db
  const migrations = sql`select name, applied_at from accounts.migrations order by name`
  const before = await owner.execute(migrations)
  await Promise.all([migrateAccounts(database.url), migrateAccounts(database.url)])
  expect((await owner.execute(migrations)).rows).toEqual(before.rows)
  expect(before.rows).not.toEqual([])
})
