import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { until } from '../../harness/delivery/bed.ts'
import type { Row } from '../../harness/report.ts'
import { startSite } from '../runner/site.ts'
import { countRequests, type RequestCounts } from './count-requests.ts'
import { openBed, type Bed } from './bed.ts'
import { runLoad } from './load.ts'
import { registerPerson } from './person.ts'
import { reconcile } from './reconcile.ts'

const replicas = 2
const restMs = 60_000
const settleMs = 1000

/**
 * Runs two of each process and replaces them one by one, each once the new one is ready, under requests, mails and runs;
 * then waits until nothing is pending, and reconciles: no customer may notice. With names of processes on the command
 * line only those run twice and are replaced, for machines without the memory for two of each. `--from <checkout>`
 * starts with the installed checkout of a previous version and migrates its database before its processes are replaced.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const startedAt = performance.now()
  const log = (line: string) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const { values, positionals: names } = parseArgs({
    args: process.argv.slice(3),
    options: { from: { type: 'string' } },
    allowPositionals: true,
  })
  const before = values.from === undefined ? undefined : path.resolve(values.from)
  const site = await startSite()
  const bed = await openBed(before)
  try {
    const replaced = bed.kinds.filter(({ name }) => names.length === 0 || names.includes(name))
    log(`starting ${replicas} each of ${replaced.map(({ name }) => name).join(', ')}`)
    for (const kind of bed.kinds)
      for (let count = replaced.includes(kind) ? replicas : 1; count > 0; count -= 1)
        await bed.fleet.add(kind, before)
    const counted: RequestCounts = { made: 0, fine: 0, failed: [], broken: [], odd: [] }
    const request = countRequests(counted)
    const person = await registerPerson(bed, request)
    const over = new AbortController()
    // One automation that ends at once, and one that takes seconds.
    const load = runLoad(bed, { request, person, kinds: site.kinds.slice(1, 3), over: over.signal })
    load.catch(() => {})
    log('under load')
    await setTimeout(settleMs)
    if (before !== undefined) {
      await bed.migrate()
      log('migrated')
    }
    for (let round = 0; round < replicas; round += 1) {
      for (const kind of replaced) {
        const { code, afterMs } = await bed.fleet.replaceOldest(kind)
        log(
          `${kind.name} replaced; the old one ended with code ${code}, ${Math.round(afterMs)} ms after SIGTERM`,
        )
      }
    }
    await setTimeout(settleMs)
    over.abort()
    const acknowledged = await load
    log('waiting for everything to arrive')
    // Reconciliation reports what is still pending after that.
    await until('the end of all deliveries and mails', () => isAtRest(bed), restMs).catch((error: unknown) =>
      log(String(error)),
    )
    log('reconciling')
    return await reconcile(bed, { counted, acknowledged }, say)
  } finally {
    await bed.close()
    site.close()
  }
}

async function isAtRest({ db }: Bed): Promise<boolean> {
  // The table names of the previous version, which are views since 0032-mail-tables.sql.
  const { rows } = await db.execute<{ waiting: string }>(sql`
    select (select count(*) from automation.deliveries where status = 'pending')
      + (select count(*) from alias.deliveries where status = 'pending')
      + (select count(*) from alias.arrivals) + (select count(*) from alias.departures) as waiting
  `)
  return Number(rows[0]!.waiting) === 0
}
