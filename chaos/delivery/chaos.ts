import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openBed, until, type Bed } from '../../harness/delivery/bed.ts'
import type { Row } from '../../harness/report.ts'
import { startFlappingSink, type FlappingSink } from './flapping-sink.ts'
import { reconcile } from './reconcile.ts'

// The last attempt of each delivery is made after the faults have ended: a missing delivery was lost, not abandoned.
const schedule = '0s,2s,5s,15s,50s'
const events = 10_000
const kills = 10
const restarts = 2
const chaosMs = 30_000

/**
 * Publishes 10,000 events while the dispatcher is killed, Postgres is restarted in immediate mode, connections are cut
 * and the receiver fails now and then; then waits until nothing is pending, and reconciles.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const startedAt = performance.now()
  const log = (line: string) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const sink = await startFlappingSink()
  const bed = await openBed({ schedule })
  try {
    const webhooks = await bed.registerWebhooks({ owners: 20, each: 1, url: sink.url })
    const owners = webhooks.map(({ ownerId }) => ownerId)
    const faults = injectFaults(bed, sink, log)
    const acknowledged = await publishAll(bed, owners)
    log(`${acknowledged.size} events acknowledged`)
    await faults
    log('waiting for everything to arrive')
    await until('the end of all deliveries', async () => (await countPending(bed)) === 0, 110_000)
    log('reconciling')
    return await reconcile(bed.db, sink, acknowledged, say)
  } finally {
    await bed.close()
    await sink.close()
  }
}

async function publishAll(bed: Bed, owners: string[]): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  let next = 0
  const work = async () => {
    while (acknowledged.size < events) {
      const owner = owners[next++ % owners.length]!
      // An error here does not say whether the event was committed: reconciliation goes by the log.
      const { deliveryIds } = await bed.publish(owner).catch(() => ({ deliveryIds: [] }))
      for (const id of deliveryIds) acknowledged.add(id)
      await setTimeout((4 * chaosMs) / events)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return acknowledged
}

async function injectFaults(bed: Bed, sink: FlappingSink, log: (line: string) => void): Promise<void> {
  const modes: FlappingSink['mode'][] = ['answers', 'fails', 'answers', 'cuts connections']
  let turn = 0
  const flapping = setInterval(() => (sink.mode = modes[turn++ % modes.length]!), 700)
  const restartAt = new Set(
    Array.from({ length: restarts }, (_, index) => Math.floor(((index + 1) * kills) / (restarts + 1))),
  )

  let dispatcher = await bed.startDispatcher()
  for (let index = 0; index < kills; index += 1) {
    await setTimeout((0.5 + Math.random()) * (chaosMs / kills) - 500)
    log(`kill -9 of the dispatcher (${index + 1} of ${kills})`)
    dispatcher.kill('SIGKILL')
    if (restartAt.has(index)) {
      log('immediate restart of Postgres')
      await bed.restartPostgres()
    }
    dispatcher = await bed.startDispatcher()
    await setTimeout(300)
    log('every database connection of the dispatcher cut')
    await bed.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dispatcher'`,
      )
      .catch(() => log('  (without an answer)'))
    sink.cutAll()
  }
  clearInterval(flapping)
  // Not once everything is published: on a slow machine a fifth attempt may be due before that.
  sink.mode = 'answers'
}

async function countPending(bed: Bed): Promise<number> {
  const { rows } = await bed.db.execute<{ pending: string }>(
    sql`select count(*) as pending from automation.deliveries where status = 'pending'`,
  )
  return Number(rows[0]!.pending)
}
