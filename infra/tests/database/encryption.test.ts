import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, openQueues, startEmbeddedPostgres, type Database } from '@waypost/postgres'
import { findFreePort } from '@waypost/testing'
import { aliasChannel } from '@waypost/webhooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateAlias } from '../../../apps/alias-api/src/db/migrate.ts'
import { createSelfSignedCertificate } from '../../../apps/alias-api/src/smtp/self-signed-certificate.ts'

let directory: string
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let owner: Database
/** Of the server, which has signed it itself; and of another one. */
const own = createSelfSignedCertificate('localhost', Date.now())
const other = createSelfSignedCertificate('localhost', Date.now())

const fileOf = (name: string) => path.join(directory, name)
/** The URL of the server by a host name, with the certificate that its own must be signed with. */
const urlOf = (host: string, authority: string) =>
  `${server.url.replace('127.0.0.1', host)}?sslmode=verify-full&sslrootcert=${encodeURIComponent(fileOf(authority))}`

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'waypost-tls-'))
  await chmod(directory, 0o711)
  const data = fileOf('postgres')
  server = await startEmbeddedPostgres({ directory: data, port: await findFreePort(), password: 'secret' })
  await migrateAlias(server.url)
  await writeFile(fileOf('own.crt'), own.cert)
  await writeFile(fileOf('other.crt'), other.cert)
  // Where the tests run as root, the server runs as another user, and reads only a key that is its own.
  const { uid, gid } = await stat(data)
  for (const [name, content] of [
    ['server.crt', own.cert],
    ['server.key', own.key],
  ] as const) {
    await writeFile(path.join(data, name), content, { mode: 0o600 })
    await chown(path.join(data, name), uid, gid)
  }
  owner = openDatabase({ url: server.url, applicationName: 'owner' })
  await owner.db.execute(sql`alter system set ssl = on`)
  await owner.db.execute(sql`select pg_reload_conf()`)
})
afterAll(async () => {
  await owner.close()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
})

const role = 'waypost_alias_api'
const applicationName = 'process'
/** Whether each connection of a process is encrypted. */
const areEncrypted = async (): Promise<boolean[]> => {
  const { rows } = await owner.db.execute<{ ssl: boolean }>(sql`
    select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = ${applicationName}
  `)
  return rows.map(({ ssl }) => ssl)
}

test('processes encrypt their connections, and check the certificate of the server', async () => {
  const { db, close } = openDatabase({ url: urlOf('localhost', 'own.crt'), role, applicationName })
  await db.execute(sql`select 1`)
  expect(await areEncrypted()).toEqual([true])
  await close()
})

test('the connections of queues are encrypted like the others', async () => {
  const { boss, close } = await openQueues({
    url: urlOf('localhost', 'own.crt'),
    role,
    applicationName,
    schema: aliasChannel.outboxSchema,
    onError: () => {},
  })
  await boss.getDb().executeSql('select 1')
  expect(new Set(await areEncrypted())).toEqual(new Set([true]))
  await close()
})

test.each([
  [
    'that another authority has signed',
    () => urlOf('localhost', 'other.crt'),
    /self-signed certificate|unable to verify/,
  ],
  ['of another host', () => urlOf('127.0.0.1', 'own.crt'), /does not match certificate's altnames/],
])('a process refuses a certificate %s, and sends it nothing', async (_name, urlOfIt, reason) => {
  const { db, close } = openDatabase({ url: urlOfIt(), role, applicationName })
  const failure = await db.execute(sql`select 1`).catch((error: Error) => error)
  expect(String((failure as Error).cause)).toMatch(reason)
  await close()
})

test('a migration runs over an encrypted connection too', async () => {
  expect(await migrateAlias(urlOf('localhost', 'own.crt'))).toEqual([])
})
