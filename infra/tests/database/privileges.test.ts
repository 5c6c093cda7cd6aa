import { openDatabase, type Database } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Checks every privilege in the catalogue; roles.test.ts tries out a few of them.
const processRoles = [
  'waypost_alias_api',
  'waypost_alias_mail',
  'waypost_automation_api',
  'waypost_automation_runner',
  'waypost_dashboard',
  'waypost_dispatcher',
]
const roles = [...processRoles, 'waypost_monitor'].toSorted()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const ask = async <Row extends object>(query: string): Promise<Row[]> =>
  (await database.connectAsOwner().db.execute(sql.raw(query))).rows as Row[]

/** Groups `found` by role, sorted. */
const byRole = (found: { role: string; thing: string }[]) =>
  Object.fromEntries(
    roles.map((name) => [name, found.flatMap(({ role, thing }) => (role === name ? thing : [])).toSorted()]),
  )

const ours = `r.rolname like 'waypost\\_%'`
const schemas = `n.nspname !~ '^(pg_|information_schema$)'`

test('every role of the product is known here, has no attributes, and is a member of no other role', async () => {
  const found = await ask<{ role: string; may: boolean; members: string }>(`
    select rolname as role, rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as may,
      (select count(*) from pg_auth_members where member = r.oid) as members
    from pg_roles r where ${ours} order by 1`)
  expect(found).toEqual(roles.map((role) => ({ role, may: false, members: '0' })))
})

test('a role can use the schemas of its own service, and the dispatcher those of the services that it delivers for', async () => {
  const found = await ask<{ role: string; thing: string }>(`
    select r.rolname as role, n.nspname as thing from pg_roles r, pg_namespace n
    where ${ours} and ${schemas} and n.nspname <> 'public' and has_schema_privilege(r.oid, n.oid, 'usage')`)
  const alias = ['alias', 'alias_jobs', 'alias_outbox']
  const automation = ['automation', 'automation_jobs', 'automation_outbox']
  expect(byRole(found)).toEqual({
    waypost_alias_api: alias,
    waypost_alias_mail: alias,
    waypost_automation_api: automation,
    waypost_automation_runner: automation,
    waypost_dashboard: ['accounts', 'accounts_jobs'],
    waypost_dispatcher: ['alias', 'alias_outbox', 'automation', 'automation_outbox'],
    waypost_monitor: ['accounts_jobs', 'alias_jobs', 'alias_outbox', 'automation_jobs', 'automation_outbox'],
  })
})

const readable = (where: string) =>
  ask<{ role: string; thing: string }>(`
    select distinct r.rolname as role, c.oid::regclass::text as thing
    from pg_roles r, pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and ${schemas} and ${where} and c.relkind in ('r', 'p', 'v', 'm')
      and has_schema_privilege(r.oid, n.oid, 'usage') and has_any_column_privilege(r.oid, c.oid, 'select')`)

test('the dispatcher can read only the webhooks, their hours, deliveries, leases, attempts and POSTs of the services, their keys’ signatures, and what they have migrated', async () => {
  const found = await readable(`n.nspname in ('alias', 'automation', 'accounts')`)
  const tables = [
    'deliveries',
    'delivery_attempts',
    'delivery_leases',
    'host_posts',
    'migrations',
    'sealing_keys',
    'webhook_hours',
    'webhooks',
  ]
  expect(byRole(found)['waypost_dispatcher']).toEqual(
    ['alias', 'automation'].flatMap((schema) => tables.map((table) => `${schema}.${table}`)),
  )
})

test('the monitoring role can read the queue sizes, and nothing else', async () => {
  expect(byRole(await readable('true'))['waypost_monitor']).toEqual(
    ['accounts_jobs', 'alias_jobs', 'alias_outbox', 'automation_jobs', 'automation_outbox'].map(
      (schema) => `${schema}.backlog`,
    ),
  )
  const { db } = database.connectAs('waypost_monitor')
  expect(
    (await db.execute(sql`select queue, due, oldest_seconds from automation_jobs.backlog`)).rows,
  ).toEqual([])
})

test('keys, passwords and secrets can be read only by the roles that check or use them', async () => {
  const found = await ask<{ role: string; thing: string }>(`
    select r.rolname as role, c.oid::regclass || '.' || a.attname as thing
    from pg_roles r, pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and ${schemas} and c.relkind in ('r', 'p') and a.attnum > 0
      and a.attname ~ '^(.*_hash|.*sealed_.*(secret|key|body|headers).*)$' and has_schema_privilege(r.oid, n.oid, 'usage')
      and has_column_privilege(r.oid, c.oid, a.attnum, 'select')`)
  const byColumn: Record<string, string[]> = {}
  for (const { role, thing } of found) (byColumn[thing] ??= []).push(role.replace('waypost_', ''))
  for (const readers of Object.values(byColumn)) readers.sort()
  expect(byColumn).toMatchObject({
    'automation.api_keys.key_hash': ['automation_api'],
    'automation.webhooks.sealed_secret': ['automation_api', 'dispatcher'],
    'automation.webhooks.previous_sealed_secret': ['automation_api', 'dispatcher'],
    'automation.webhooks.sealed_headers': ['automation_api', 'dispatcher'],
    'alias.api_keys.key_hash': ['alias_api'],
    'alias.webhooks.sealed_secret': ['alias_api', 'dispatcher'],
    'accounts.accounts.password_hash': ['dashboard'],
    'accounts.signing_keys.sealed_private_key': ['dashboard'],
    'accounts.totp_factors.sealed_secret': ['dashboard'],
    'accounts.recovery_codes.code_hash': ['dashboard'],
    'accounts.known_browsers.token_hash': ['dashboard'],
  })
  // The runner, which runs other people's pages, can read no further secrets.
  for (const [column, readers] of Object.entries(byColumn))
    expect(readers, column).not.toContain('automation_runner')
})

describe('only the migrating login can alter objects:', () => {
  test('no role owns anything in the whole cluster', async () => {
    expect(
      await ask(`
        select r.rolname, d.classid::regclass::text, d.objid from pg_shdepend d join pg_roles r on r.oid = d.refobjid
        where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and ${ours}`),
    ).toEqual([])
  })

  test('no role can create schemas or objects in them', async () => {
    expect(
      await ask(`
        select r.rolname, n.nspname from pg_roles r, pg_namespace n
        where ${ours} and ${schemas} and has_schema_privilege(r.oid, n.oid, 'create')
        union all
        select r.rolname, d.datname from pg_roles r, pg_database d
        where ${ours} and d.datname = current_database() and has_database_privilege(r.oid, d.oid, 'create')`),
    ).toEqual([])
  })

  test('no role can truncate a table, add a trigger to it, or reference it', async () => {
    expect(
      await ask(`
        select r.rolname, c.oid::regclass::text from pg_roles r, pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and ${schemas} and c.relkind in ('r', 'p')
          and has_table_privilege(r.oid, c.oid, 'truncate, trigger, references, maintain')`),
    ).toEqual([])
  })

  test('no role can pass on its grants, and nothing is granted to PUBLIC', async () => {
    expect(
      await ask(`
        select c.oid::regclass::text, acl.grantee::regrole::text
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl
        where ${schemas} and (acl.grantee = 0 or acl.is_grantable) and acl.grantee <> c.relowner`),
    ).toEqual([])
  })

  test("functions with the owner's rights are triggers, and ignore the caller's search path", async () => {
    const found = await ask<{ name: string; config: string[] | null; type: string }>(`
      select p.oid::regproc::text as name, p.proconfig as config, p.prorettype::regtype::text as type
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${schemas} and p.prosecdef`)
    expect(found.length).toBeGreaterThan(0)
    for (const { name, config } of found)
      expect({ name, config }).toEqual({ name, config: ['search_path=""'] })
    const keepers = ['alias', 'automation'].flatMap((schema) => [
      `${schema}.drop_audit_log_month`,
      `${schema}.make_audit_log_months`,
    ])
    expect(found.flatMap(({ name, type }) => (type === 'trigger' ? [] : name)).toSorted()).toEqual(keepers)
  })

  test('only the API of a service can create and drop the months of its audit log', async () => {
    const found = await ask<{ role: string; thing: string }>(`
      select r.rolname as role, p.oid::regproc::text as thing
      from pg_roles r, pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${ours} and ${schemas} and p.proname ~ '_audit_log_months?$' and has_schema_privilege(r.oid, n.oid, 'usage')
        and has_function_privilege(r.oid, p.oid, 'execute')`)
    const granted = Object.entries(byRole(found)).filter(([, things]) => things.length > 0)
    expect(Object.fromEntries(granted)).toEqual({
      waypost_alias_api: ['alias.drop_audit_log_month', 'alias.make_audit_log_months'],
      waypost_automation_api: ['automation.drop_audit_log_month', 'automation.make_audit_log_months'],
    })
  })

  test('the months of an audit log can be read and written only through the log', async () => {
    const found = await ask<{ role: string; thing: string }>(`
      select r.rolname as role, c.oid::regclass::text as thing from pg_roles r, pg_class c
      where ${ours} and c.relispartition and c.relkind = 'r' and c.relname ~ '^audit_logs_'
        and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')`)
    expect(found).toEqual([])
  })
})

describe('a login of a process', () => {
  const logins: Record<string, Database> = {}

  beforeAll(async () => {
    const prefix = new URL(database.url).pathname.slice(1)
    for (const role of processRoles) {
      const login = `${prefix}_${role}`
      await ask(`create role ${login} login password 'p' in role ${role}`)
      const url = Object.assign(new URL(database.url), { username: login, password: 'p' }).href
      logins[role] = openDatabase({ url, role, applicationName: 'test', maxConnections: 1 })
    }
  })
  afterAll(async () => {
    const prefix = new URL(database.url).pathname.slice(1)
    for (const role of processRoles) {
      await logins[role]!.close()
      await ask(`drop role ${prefix}_${role}`)
    }
  })

  test.each(processRoles)('of %s acts as that role, and cannot become another role', async (role) => {
    const { db } = logins[role]!
    expect((await db.execute(sql`select current_user as name`)).rows).toEqual([{ name: role }])
    for (const other of [...roles, 'postgres'].filter((name) => name !== role))
      await expect(db.execute(sql.raw(`set role ${other}`)), other).rejects.toMatchObject({
        cause: { code: '42501' },
      })
  })
})
