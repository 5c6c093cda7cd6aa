import { until } from '../../harness/delivery/bed.ts'
import { row, type Row } from '../../harness/report.ts'
import { openBed } from './bed.ts'
import { findOrphans } from './find-orphans.ts'
import { injectFaults } from './inject-faults.ts'
import { runLoad } from './load.ts'
import { reconcile } from './reconcile.ts'
import { readUnended } from './read-log.ts'
import { createSeededRandom } from '../../harness/seeded-random.ts'
import { startSite } from './site.ts'
import { watchEnds } from './watch-ends.ts'

const durationMs = 75_000
const automations = 20
const triggersAtATime = 8
const restMs = 40_000

/**
 * Triggers, stops and deletes automations while their runners are killed and drained, their browsers killed and the
 * API restarted; then waits until every run has ended, and reconciles. A number on the command line is the seed.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  if (process.platform !== 'linux') throw new Error('Which processes are left is read from /proc: Linux only')
  const seed = Number(process.argv[3] ?? 1)
  const startedAt = performance.now()
  const log = (line: string) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  log(`seed ${seed}`)
  const site = await startSite()
  const bed = await openBed()
  try {
    await Promise.all([bed.addRunner(), bed.addRunner()])
    const ends = watchEnds(bed.db)
    let isOver = false
    const load = runLoad(bed, {
      kinds: site.kinds,
      automations,
      randoms: Array.from({ length: triggersAtATime }, (_, index) => createSeededRandom(1000 * seed + index)),
      isOver: () => isOver,
    })
    const faults = await injectFaults(bed, { random: createSeededRandom(seed), durationMs, log }).finally(
      () => (isOver = true),
    )
    const acknowledged = await load
    const answers = [...acknowledged.answers].toSorted(([one], [other]) => one - other)
    log(
      `answers of the API: ${answers.map(([status, times]) => `${times} × ${status || 'none'}`).join(', ')}`,
    )
    log('waiting for everything to end')
    await until(
      'the end of all executions',
      async () => (await readUnended(bed.db)).length === 0,
      restMs,
    ).catch(
      // Reconciliation lists the runs that have not ended.
      (error: Error) => log(error.message),
    )
    const unended = await readUnended(bed.db)
    for (const { id, ...state } of unended) say(`  LOST ${id}: ${JSON.stringify(state)}`)
    const orphans = await findOrphans(bed, faults.descendants)
    await bed.endProcesses()
    const left = await findOrphans(bed, faults.descendants)
    await ends.stop()
    for (const { pid, parent, commandLine } of [...orphans, ...left])
      say(`  ORPHAN ${pid} below ${parent}: ${commandLine.replaceAll('\0', ' ').slice(0, 1500)}`)

    log('reconciling')
    return [
      ...(await reconcile(bed, acknowledged, ends.firstSeen, say)),
      row(`not ended ${restMs / 1000} s after the last trigger`, unended.length, 'executions', { atMost: 0 }),
      row('kill of a runner until its processes are gone, max', Math.max(...faults.goneAfterMs), 'ms'),
      row('orphans: alive without their runner', orphans.length, 'processes', { atMost: 0 }),
      row('alive when all runners had ended', left.length, 'processes', { atMost: 0 }),
    ]
  } finally {
    await bed.close()
    site.close()
  }
}
