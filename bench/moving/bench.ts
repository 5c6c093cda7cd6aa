import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type Database, type Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { movedAlias } from '../../apps/alias-api/src/cells/moved-service.ts'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { movedAutomation } from '../../apps/automation-api/src/cells/moved-service.ts'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { row, type Row } from '../../harness/report.ts'
import { moveAccount, type MovedService } from '../../packages/commands/src/index.ts'
import { copyPlainly } from './copy-plainly.ts'
import { addEmails, addRuns, fillAlias, fillAutomation, type LargeTable } from './fill-accounts.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

const emails = 20_000
const runs = 50_000
const accountId = 'large'
/** Of what the account has: what it gets while it is copied. */
const meanwhile = 0.01
const sampleEveryMs = 20

interface Measured {
  service: MovedService
  migrate(url: string): Promise<unknown>
  fill(db: Db): Promise<LargeTable[]>
  addMeanwhile(db: Db): Promise<void>
}

const services: Record<string, Measured> = {
  alias: {
    service: movedAlias,
    migrate: migrateAlias,
    fill: (db) => fillAlias(db, accountId, emails),
    addMeanwhile: (db) => addEmails(db, accountId, emails * meanwhile),
  },
  automation: {
    service: movedAutomation,
    migrate: migrateAutomation,
    fill: (db) => fillAutomation(db, accountId, runs),
    addMeanwhile: (db) => addRuns(db, accountId, runs * meanwhile),
  },
}

/**
 * Moves a large account of each service, which gets a hundredth more meanwhile, between two databases of one server: how fast, how long it
 * is closed, and how much memory that takes. Beside it, the same rows by COPY alone into a third database. What a move waits for, before its first step and for
 * jobs in progress, is not measured.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  const server = await startPostgres()
  const files = path.join(server.directory, 'files')
  await mkdir(files)
  await chmod(files, 0o777)
  try {
    const rows: Row[] = []
    for (const [name, measured] of Object.entries(services)) {
      say(`${name}: an account is filled, copied and moved`)
      const own = await measure(server.url, name, measured, files)
      for (const { metric, value, unit } of own) say(`  ${metric}: ${value} ${unit}`)
      rows.push(...own)
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function measure(serverUrl: string, name: string, measured: Measured, files: string): Promise<Row[]> {
  const { service, migrate, fill, addMeanwhile } = measured
  const databases: Database[] = []
  const open = async (kind: string): Promise<Db> => {
    const admin = openDatabase({ url: serverUrl, applicationName: 'bench', maxConnections: 1 })
    await admin.db.execute(sql`create database ${sql.identifier(`${name}_${kind}`)}`)
    await admin.close()
    const url = Object.assign(new URL(serverUrl), { pathname: `/${name}_${kind}` }).href
    await migrate(url)
    const database = openDatabase({ url, applicationName: 'bench', maxConnections: 3 })
    databases.push(database)
    return database.db
  }
  try {
    const [home, cell, reference] = [await open('home'), await open('cell'), await open('reference')]
    const tables = await fill(home)
    for (const db of [home, cell]) await db.execute(sql`vacuum analyze`)
    const startedAt = performance.now()
    const count = await copyPlainly(home, reference, tables, files)
    const plainSeconds = (performance.now() - startedAt) / 1000
    const { secondsOf, mebibytes } = await move({ service, home, cell, addMeanwhile })
    const per = (seconds: number) => count / seconds
    return [
      row(`${name}: rows of the account`, count, 'rows'),
      row(`${name}: copied and compared`, per(secondsOf('ahead', 'copy')), 'rows/s', {
        reference: per(plainSeconds),
      }),
      row(`${name}: closed, besides the waits`, secondsOf('close', 'drain', 'copy', 'open', 'switch'), 's'),
      row(`${name}: deleted where it was`, per(secondsOf('delete')), 'rows/s'),
      // What the process has from before is not counted.
      row(`${name}: further memory of the process`, mebibytes, 'MiB', { atMost: 200 }),
    ]
  } finally {
    await Promise.all(databases.map((database) => database.close()))
  }
}

async function move(given: { service: MovedService; home: Db; cell: Db } & Pick<Measured, 'addMeanwhile'>) {
  const { service, home, cell, addMeanwhile } = given
  const before = process.memoryUsage().rss
  let most = before
  const begunAt = new Map([['ahead', performance.now()]])
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), sampleEveryMs)
  await moveAccount(
    {
      service,
      home,
      findCell: () => cell,
      pause: async () => {},
      jobsEndWithinMs: 1000,
      copyWaitsForMs: 500,
      onStep: async (next) => {
        if (next === 'close') {
          begunAt.set('written', performance.now())
          await addMeanwhile(home)
        }
        begunAt.set(next, performance.now())
      },
    },
    accountId,
    'c1',
  )
  clearInterval(sampling)
  const steps = [...begunAt.keys()]
  const secondsOf = (...wanted: string[]): number =>
    wanted.reduce((sum, step) => {
      const next = steps[steps.indexOf(step) + 1]!
      return sum + (begunAt.get(next)! - begunAt.get(step)!) / 1000
    }, 0)
  return { secondsOf, mebibytes: (most - before) / 2 ** 20 }
}
