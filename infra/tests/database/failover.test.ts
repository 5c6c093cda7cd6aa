import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  openDatabase,
  openQueues,
  startEmbeddedPostgres,
  type Database,
  type Queues,
} from '@waypost/postgres'
import { findFreePort, waitFor } from '@waypost/testing'
import { sql } from 'drizzle-orm'
import { migrateAlias } from '../../../apps/alias-api/src/db/migrate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

const password = randomBytes(16).toString('hex')
const queue = 'forwards'
let directory: string
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
/** Names the standby first. */
let url: string
let database: Database
let queues: Queues

/** Copies a running server, as `pg_basebackup` does, and starts the copy as its standby. */
async function startStandby(from: string, to: string): Promise<EmbeddedPostgres> {
  const { db, close } = openDatabase({ url: primary.url, applicationName: 'backup', maxConnections: 1 })
  await db.execute(sql`select pg_backup_start('standby', true)`)
  await promisify(execFile)('cp', ['-Rp', from, to])
  const { rows } = await db.execute<{ labelfile: string }>(
    sql`select labelfile from pg_backup_stop(wait_for_archive => false)`,
  )
  await close()
  await rm(path.join(to, 'postmaster.pid'))
  // Where the tests run as root, the server runs as another user.
  const { uid, gid } = await stat(from)
  for (const [name, content] of [
    ['backup_label', rows[0]!.labelfile],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(path.join(to, name), content)
    await chown(path.join(to, name), uid, gid)
  }
  const settings = [`primary_conninfo=${primary.url}`]
  return startEmbeddedPostgres({ directory: to, port: await findFreePort(), password, settings })
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'waypost-failover-'))
  await chmod(directory, 0o711)
  const [first, second] = [path.join(directory, 'first'), path.join(directory, 'second')]
  primary = await startEmbeddedPostgres({ directory: first, port: await findFreePort(), password })
  standby = await startStandby(first, second)
  const hosts = [standby, primary].map((server) => new URL(server.url).host)
  url = primary.url.replace(hosts[1]!, hosts.join(','))
  await migrateAlias(url)
  database = openDatabase({ url, applicationName: 'failover' })
  const options = {
    url,
    schema: 'alias_jobs',
    applicationName: 'failover',
    wakeOnInsert: true,
    prepare: true,
    // Only notifications are to wake them.
    lookForDueMs: 3_600_000,
  }
  queues = await openQueues({ ...options, onError: () => {} })
})
afterAll(async () => {
  await Promise.all([database.close(), queues.close()])
  await Promise.all([primary.stop(), standby.stop()])
  await rm(directory, { recursive: true, force: true })
})

const server = async () => {
  const { rows } = await database.db.execute(
    sql`select pg_is_in_recovery() as is_standby, inet_server_port() as port`,
  )
  return rows[0]
}
const portOf = ({ url: own }: EmbeddedPostgres) => Number(new URL(own).port)

test('after a failover a process goes on at the new primary, with its queues and what wakes its workers', async () => {
  let wakes = 0
  queues.boss.onDue(queue, () => (wakes += 1))
  const enqueueAndWake = async (number: number): Promise<void> => {
    const before = wakes
    await queues.boss.insert(queue, [{ data: { number } }])
    await waitFor('a wake', () => wakes > before)
  }
  expect(await server()).toEqual({ is_standby: false, port: portOf(primary) })
  await enqueueAndWake(1)

  const operator = openDatabase({ url: standby.url, applicationName: 'operator' })
  await waitFor('the job at the standby', async () => {
    const { rowCount } = await operator.db.execute(sql`select from alias_jobs.job where name = ${queue}`)
    return rowCount === 1
  })
  process.kill(primary.pid, 'SIGQUIT')
  await primary.ended
  await expect(server()).rejects.toThrow()
  await operator.db.execute(sql`select pg_promote()`)

  await waitFor('the new primary', () => server().then(Boolean, () => false))
  expect(await server()).toEqual({ is_standby: false, port: portOf(standby) })
  await waitFor('the connection that listens', async () => {
    const { rowCount } = await operator.db.execute(
      sql`select from pg_stat_activity where application_name = 'failover' and query ilike 'listen %'`,
    )
    return rowCount === 1
  })
  await enqueueAndWake(2)
  const jobs = await queues.boss.fetch<{ number: number }>(queue, { batchSize: 2 })
  expect(jobs.map(({ data }) => data.number).toSorted()).toEqual([1, 2])
  await operator.close()
})
