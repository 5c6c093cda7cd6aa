import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { until } from '../../harness/delivery/bed.ts'
import type { Row } from '../../harness/report.ts'
import { openBed, type Bed } from './bed.ts'
import { reconcile, type Expected } from './reconcile.ts'

const replicas = 3
const owners = 20
const schedulesOfEach = 10
const durationMs = 190_000
const settleMs = 60_000

/**
 * Lets 200 schedules fire every minute or two while replicas of the API are killed and started again, all of them at once
 * for a while, their connections are cut and Postgres is restarted in immediate mode; then compares each time that they
 * announced at their creation with what was started for it.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const startedAt = performance.now()
  const log = (line: string) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const bed = await openBed(replicas)
  try {
    const expected = await createSchedules(bed)
    log(`${expected.length} schedules`)
    const endsAt = Date.now() + durationMs
    await injectFaults(bed, endsAt, log)
    log('waiting for what is due')
    const isDone = async () => {
      const { rows } = await bed.db.execute<{ due: number }>(sql`
        select count(*)::integer as due from automation.schedules where next_at <= ${new Date(endsAt)}`)
      return rows[0]!.due === 0
    }
    await until('firing everything', isDone, settleMs)
    await bed.endApis()
    log('reconciling')
    return await reconcile(bed.db, expected, new Date(endsAt), say)
  } finally {
    await bed.close()
  }
}

async function createSchedules(bed: Bed): Promise<Expected[]> {
  const expected: Expected[] = []
  const createAll = async (): Promise<void> => {
    const key = await bed.registerOwner()
    for (let index = 0; index < schedulesOfEach; index += 1) {
      const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
      const automation = await bed.post<{ id: string }>(key, '/automations', { name: 'Chaos', actions })
      const { id, nextRuns } = await bed.post<{ id: string; nextRuns: string[] }>(key, '/schedules', {
        name: 'Chaos',
        target: { type: 'automation', id: automation.id },
        // Some are due at the same moment, and others at any.
        ...[{ cron: '* * * * *' }, { every: '1m' }, { cron: '* * * * *', jitter: 30 }, { every: '2m' }][
          index % 4
        ],
        overlap: 'queue',
      })
      expected.push({ scheduleId: id, automationId: automation.id, times: nextRuns })
    }
  }
  for (let created = 0; created < owners; created += 4)
    await Promise.all([createAll(), createAll(), createAll(), createAll()])
  return expected
}

async function injectFaults(bed: Bed, endsAt: number, log: (line: string) => void): Promise<void> {
  const restarts: Promise<void>[] = []
  for (let round = 1; Date.now() < endsAt - 10_000; round += 1) {
    // Towards the full minute, when most are due.
    const toMinuteMs = 60_000 - (Date.now() % 60_000)
    await setTimeout(round % 3 === 0 ? toMinuteMs + 300 * Math.random() : 3000 + 3000 * Math.random())
    if (round % 6 === 0) {
      log('kill -9 of every replica, for ten seconds')
      restarts.push(...Array.from({ length: replicas }, (_, replica) => bed.killApi(replica, 10_000)))
      await Promise.all(restarts.splice(0))
    } else if (round % 5 === 0) {
      log('immediate restart of Postgres')
      await bed.restartPostgres()
    } else if (round % 4 === 0) {
      log('every connection cut')
      await bed.db
        .execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'automation-api'`,
        )
        .catch(() => log('  (without an answer)'))
    } else {
      const replica = round % replicas
      log(`kill -9 of replica ${replica + 1}`)
      restarts.push(bed.killApi(replica, 1000 * Math.random()))
    }
    if (round % 3 !== 0) await Promise.all(restarts.splice(0))
  }
  await Promise.all(restarts)
}
