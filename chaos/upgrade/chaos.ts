import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { until } from '../../harness/delivery/bed.ts'
import type { Row } from '../../harness/report.ts'
import { startSite } from '../runner/site.ts'
import { createAsk, type Counted } from './ask.ts'
import { openBed, type Bed } from './bed.ts'
import { putLoad } from './load.ts'
import { registerPerson } from './person.ts'
import { reconcile } from './reconcile.ts'

const replicas = 2
const restMs = 60_000
const settleMs = 1000

/**
 * Runs two of each process and replaces them one by one, each when the new one is ready, while customers ask, write
 * mails and run automations; then lets all come to rest and reconciles. Nobody may notice. Names of processes on the
 * command line: only those are replaced, for machines that have no room for two of each. `--from` a checkout of the
 * version before, installed: that is what is replaced, once its database has been brought up to date.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const startedAt = performance.now()
  const tell = (line: string) =>
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
    tell(`starting ${replicas} each of ${replaced.map(({ name }) => name).join(', ')}`)
    for (const kind of bed.kinds)
      for (let count = replaced.includes(kind) ? replicas : 1; count > 0; count -= 1)
        await bed.fleet.add(kind, before)
    const counted: Counted = { made: 0, fine: 0, failed: [], broken: [], odd: [] }
    const ask = createAsk(counted)
    const person = await registerPerson(bed, ask)
    const over = new AbortController()
    // One that is over in no time, and one that takes seconds.
    const load = putLoad(bed, { ask, person, kinds: site.kinds.slice(1, 3), over: over.signal })
    load.catch(() => {})
    tell('under load')
    await setTimeout(settleMs)
    if (before !== undefined) {
      await bed.migrate()
      tell('brought up to date')
    }
    for (let round = 0; round < replicas; round += 1) {
      for (const kind of replaced) {
        const { code, afterMs } = await bed.fleet.replaceOldest(kind)
        tell(
          `${kind.name} replaced; the old one ended with code ${code}, ${Math.round(afterMs)} ms after SIGTERM`,
        )
      }
    }
    await setTimeout(settleMs)
    over.abort()
    const acknowledged = await load
    tell('waiting for everything to arrive')
    // What is then still on its way is reported as such.
    await until('coming to rest', () => isAtRest(bed), restMs).catch((error: unknown) => tell(String(error)))
    tell('reconciling')
    return await reconcile(bed, { counted, acknowledged }, say)
  } finally {
    await bed.close()
    site.close()
  }
}

async function isAtRest({ db }: Bed): Promise<boolean> {
  // By the names that the version before knows, which are views from 0032-mail-tables.sql on.
  const { rows } = await db.execute<{ waiting: string }>(sql`
    select (select count(*) from automation.deliveries where status = 'pending')
      + (select count(*) from alias.deliveries where status = 'pending')
      + (select count(*) from alias.arrivals) + (select count(*) from alias.departures) as waiting
  `)
  return Number(rows[0]!.waiting) === 0
}
