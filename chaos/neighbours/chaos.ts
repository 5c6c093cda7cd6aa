import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { quantile, row, type Row } from '../../harness/report.ts'
import { attacks } from './attacks/index.ts'
import { openBed, type Bed } from './bed.ts'
import { jobs, openQuietTenant, type Job, type Measured, type QuietTenant } from './quiet-tenant.ts'
import { watchProcesses, type ProcessUse } from './watch-processes.ts'

const warmUpMs = 5_000
const aloneMs = 15_000
const risingMs = 3_000
// Long enough that the p95 is not the one slowest turn, where runs do not wait for a slot.
const besideMs = 30_000
const memoryMebibytes: Record<string, number> = {
  'automation-api': 768,
  // With its browsers.
  'automation-runner': 6144,
  'alias-api': 768,
  'alias-mail': 1024,
  dispatcher: 768,
  postgres: 1536,
}

interface Beside {
  name: string
  alone: Measured
  beside: Measured
  longestRunMs: number
  uses: Map<string, ProcessUse>
}

/**
 * Measures how long an account's ordinary jobs take when it is alone, and beside a hostile account, on one of each
 * process. With texts on the command line only the attacks whose names contain one of them; each attack begins anew.
 * What a job takes alone is told by all turns that it had alone, before each of the attacks: the p95 of thirty turns is
 * the second longest of them, and differs by half from one attack to the next.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  if (process.platform !== 'linux') throw new Error('The addresses of loopback and /proc are those of Linux')
  const wanted = process.argv.slice(3)
  const names = Object.keys(attacks).filter(
    (name) => wanted.length === 0 || wanted.some((text) => name.includes(text)),
  )
  say(`${names.length} attacks, each beside one of each process on ${availableParallelism()} processors`)
  const measured: Beside[] = []
  for (const name of names) {
    const bed = await openBed()
    try {
      const quiet = await openQuietTenant(bed)
      measured.push(await measureBeside(bed, quiet, name, say))
      await quiet.close()
    } finally {
      await bed.close()
    }
  }
  const alone = Object.fromEntries(
    jobs.map((job) => [
      job,
      quantile(
        measured.flatMap((each) => each.alone[job].durations),
        0.95,
      ),
    ]),
  ) as Record<Job, number>
  return measured.flatMap((each) => [...judge(each, alone), ...judgeMemory(each)])
}

async function measureBeside(
  bed: Bed,
  quiet: QuietTenant,
  name: string,
  say: (line: string) => void,
): Promise<Beside> {
  await quiet.work(AbortSignal.timeout(warmUpMs))
  const alone = await quiet.work(AbortSignal.timeout(aloneMs))
  const attack = await begin(bed, name)
  const megabytes = await readDatabaseSize(bed)
  const over = new AbortController()
  const watching = watchProcesses(bed.pids, over.signal)
  await setTimeout(risingMs)
  const beside = await quiet.work(AbortSignal.timeout(besideMs))
  const counts = await attack.stop()
  over.abort()
  const longestRunMs = await readLongestRun(bed)
  const uses = await watching
  say(`${name}: ${counts.map(([what, times]) => `${times} × ${what}`).join(', ') || 'nothing was answered'}`)
  const busy = [...uses].map(([process, { processors }]) => `${process} ${processors.toFixed(2)}`)
  say(`  processors: ${busy.join(', ')}`)
  say(`  database: ${megabytes} MB, then ${await readDatabaseSize(bed)} MB`)
  for (const job of jobs) {
    const [before, meanwhile] = [alone, beside].map((each) => quantile(each[job].durations, 0.95).toFixed(0))
    say(`  ${job}: p95 ${meanwhile} ms, before the attack ${before} ms`)
    for (const error of new Set(beside[job].errors)) say(`  ${job}: ${error}`)
  }
  return { name, alone, beside, longestRunMs, uses }
}

function judge({ name, beside, longestRunMs }: Beside, alone: Record<Job, number>): Row[] {
  return jobs.flatMap((job) => {
    const reference = alone[job]
    const isRun = job === 'run' || job === 'intent'
    const bound = isRun ? 2 * reference + longestRunMs : 3 * reference
    const p95 = quantile(beside[job].durations, 0.95)
    return [
      row(`${name}: ${job}, p95`, p95, 'ms', { reference, atMost: Math.round(bound) }),
      row(`${name}: ${job}, failed`, beside[job].errors.length, `of ${beside[job].durations.length}`, {
        atMost: 0,
      }),
    ]
  })
}

const judgeMemory = ({ name, uses }: Beside): Row[] =>
  [...uses].map(([process, { mebibytes }]) =>
    row(`${name}: memory of ${process}`, mebibytes, 'MiB', { atMost: memoryMebibytes[process]! }),
  )

/** The longest time for which a run has held its slot. */
async function readLongestRun({ db }: Bed): Promise<number> {
  const { rows } = await db.execute<{ ms: string | null }>(sql`
    select 1000 * max(extract(epoch from coalesce(completed_at, now()) - started_at)) as ms
    from automation.executions where started_at is not null`)
  return Number(rows[0]!.ms ?? 0)
}

async function readDatabaseSize({ db }: Bed): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select sum(pg_database_size(oid)) as bytes from pg_database`,
  )
  return Math.round(Number(rows[0]!.bytes) / 1e6)
}

/** @returns once the attack goes on; stops it, and tells what the attacker was answered */
async function begin(
  bed: Bed,
  name: string,
): Promise<{ stop: () => Promise<[what: string, times: number][]> }> {
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { urls, smtpPort, deliveryPort, adminToken, issuer } = bed
  child.send({
    name,
    token: await issuer.token('hostile', { email_verified: attacks[name]!.isNew !== true }),
    bed: { urls, smtpPort, deliveryPort, adminToken },
  })
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  if (said !== 'begun') throw new Error(`The attack could not begin: ${name}`)
  return {
    async stop() {
      const told = once(child, 'message') as Promise<[[string, number][]]>
      child.send('stop')
      return (await told)[0]
    },
  }
}
