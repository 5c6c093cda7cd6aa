import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newId } from '@waypost/postgres'
import { createTestDatabase, inheritedEnvironment, type TestDatabase } from '@waypost/testing'
import { createKeyring, webhookSecretContext } from '@waypost/webhooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('waypost.ts', import.meta.url))
const oldKey = `old:${randomBytes(32).toString('base64')}`
const newKey = `new:${randomBytes(32).toString('base64')}`

/** The first database of each service, and the cell c1 of each. */
let first: TestDatabase
let cell: TestDatabase
beforeAll(async () => {
  ;[first, cell] = await Promise.all([createTestDatabase(), createTestDatabase()])
})
afterAll(() => Promise.all([first.drop(), cell.drop()]))

/** @param away names a cell besides that does not answer */
async function run(argv: string[], away = ''): Promise<string[]> {
  const env = {
    ...inheritedEnvironment,
    DATABASE_URL: first.url,
    AUTOMATION_CELLS: `c1=${cell.url}`,
    ALIAS_CELLS: `${away && `${away}=postgres://nobody@127.0.0.1:1/gone`} c1=${cell.url}`,
    ENCRYPTION_KEYS: `${newKey},${oldKey}`,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...argv], { env })
  return stdout.trimEnd().split('\n')
}
const waypost = (...argv: string[]) => run(argv)
/** What a command prints that leaves something undone. */
async function leaves(argv: string[], away: string): Promise<string[]> {
  const left = await run(argv, away).then(
    () => undefined,
    (error: unknown) => error as { code: number; stdout: string },
  )
  expect(left?.code).toBe(1)
  return left!.stdout.trimEnd().split('\n')
}

const rowsOf = async <Row extends Record<string, unknown>>({ connectAsOwner }: TestDatabase, text: string) =>
  (await connectAsOwner().db.execute<Row>(sql.raw(text))).rows

test('reseal seals again what is in cells too, and says in which', async () => {
  const sealed = createKeyring(oldKey)
  for (const service of ['automation', 'alias']) {
    const id = newId()
    await rowsOf(
      cell,
      `insert into ${service}.webhooks (id, owner_id, name, url, events, sealed_secret, created_at)
       values ('${id}', 'ada', 'test', 'https://example.com', '{}', '${sealed.seal('secret', webhookSecretContext(id))}', now())`,
    )
  }
  expect(await waypost('reseal')).toEqual([
    'resealed: 1 in automation/c1: automation.webhooks.sealed_secret',
    'resealed: 1 in alias/c1: alias.webhooks.sealed_secret',
    'All is sealed with the first key of ENCRYPTION_KEYS.',
  ])
  const keyring = createKeyring(newKey)
  for (const service of ['automation', 'alias']) {
    const [row] = await rowsOf<{ id: string; sealed_secret: string }>(
      cell,
      `select id, sealed_secret from ${service}.webhooks`,
    )
    expect(keyring.open(row!.sealed_secret, webhookSecretContext(row!.id))).toBe('secret')
  }
})

test('rotate-dkim makes the next key in the cell that has the domain, and nowhere else', async () => {
  await rowsOf(
    cell,
    `insert into alias.platform_domains (id, domain, plans, position, created_at) values ('${newId()}', 'cell.test', '{}', 0, now())`,
  )
  const lines = await waypost('rotate-dkim', 'Cell.test')
  expect(lines).toEqual([expect.stringMatching(/^\w+\._domainkey\.cell\.test\. TXT "v=DKIM1;/)])
  const keys = `select domain from alias.dkim_keys`
  expect(await rowsOf(cell, keys)).toEqual([{ domain: 'cell.test' }])
  expect(await rowsOf(first, keys)).toEqual([])
  await expect(waypost('rotate-dkim', 'nobodys.test')).rejects.toThrow('is neither a platform domain')
})

test('plan puts an account on its plan in the cell that knows it, and who is in none in the first database', async () => {
  const plans = `select id, plan from alias.accounts order by id`
  const [ada, bob] = [newId(), newId()]
  for (const [id, email] of [
    [ada, 'ada@example.com'],
    [bob, 'bob@example.com'],
  ])
    await rowsOf(
      first,
      `insert into accounts.accounts (id, email, password_hash, created_at) values ('${id}', '${email}', 'x', now())`,
    )
  await rowsOf(first, `insert into alias.accounts (id, cell) values ('${ada}', 'c1')`)
  // Until it is opened there, a row that somebody makes would open it without its data.
  await expect(waypost('plan', 'ada@example.com', 'pro')).rejects.toThrow('is being moved')
  await rowsOf(cell, `insert into alias.accounts (id, plan) values ('${ada}', 'free')`)
  expect(await waypost('plan', 'ada@example.com', 'pro')).toEqual([
    'ada@example.com is on the plan pro (alias/c1).',
  ])
  expect(await waypost('plan', 'bob@example.com', 'pro')).toEqual(['bob@example.com is on the plan pro.'])
  expect(await rowsOf(cell, plans)).toEqual([{ id: ada, plan: 'pro' }])
  expect(await rowsOf(first, plans)).toEqual([
    { id: ada, plan: 'free' },
    { id: bob, plan: 'pro' },
  ])
})

test('a cell that is away is named, and keeps no command from its work in the others', async () => {
  await rowsOf(
    cell,
    `insert into alias.platform_domains (id, domain, plans, position, created_at) values ('${newId()}', 'other.test', '{}', 0, now())`,
  )
  const sealed = createKeyring(oldKey)
  const id = newId()
  await rowsOf(
    cell,
    `insert into alias.webhooks (id, owner_id, name, url, events, sealed_secret, created_at)
     values ('${id}', 'ada', 'test', 'https://example.com', '{}', '${sealed.seal('secret', webhookSecretContext(id))}', now())`,
  )
  const away = expect.stringMatching(/^failed: alias\/gone: /)
  expect(await leaves(['reseal'], 'gone')).toEqual([
    away,
    'resealed: 1 in alias/c1: alias.webhooks.sealed_secret',
  ])
  expect(await leaves(['rotate-dkim', 'other.test'], 'gone')).toEqual([
    expect.stringMatching(/^\w+\._domainkey\.other\.test\. TXT /),
    away,
  ])
  await rowsOf(
    first,
    `insert into accounts.accounts (id, email, password_hash, created_at) values ('${newId()}', 'eve@example.com', 'x', now())`,
  )
  expect(await run(['plan', 'eve@example.com', 'pro'], 'gone')).toEqual([
    'eve@example.com is on the plan pro.',
  ])
})
