import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { end, openBed, until, type Bed } from '../../harness/delivery/bed.ts'
import { row, type Row } from '../../harness/report.ts'
import { archiveAll, archiveSettings, backUp, prepareRecovery, recoverySettings } from './backup.ts'

const eventsOfAKind = 20
const limitMs = 180_000

/** Ids of deliveries by when they were committed, relative to the moment of the restore. */
interface Committed {
  /** Committed and sent before the moment. */
  sent: string[]
  /** Committed before the moment, and sent after it. */
  waiting: string[]
  /** Committed after the moment. */
  later: string[]
}

/**
 * Backs up a running Postgres, publishes more, loses the server, and restores it to a moment between two commits; then
 * compares its deliveries with those committed by that moment, and what the dispatcher sends of them.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-restore-'))
  await chmod(directory, 0o711)
  const archive = path.join(directory, 'archive')
  await mkdir(archive)
  // Where this process runs as root, the server runs as another user.
  await chmod(archive, 0o777)
  const bed = await openBed({ schedule: '0s,1s,1s,1s,1s', settings: archiveSettings(archive) })
  try {
    return await restore(bed, { directory, archive }, say)
  } finally {
    await bed.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function restore(
  bed: Bed,
  { directory, archive }: { directory: string; archive: string },
  say: (line: string) => void,
): Promise<Row[]> {
  const [webhook] = await bed.registerWebhooks({ owners: 1, each: 1 })
  const publish = async (): Promise<string[]> => {
    const ids: string[] = []
    for (let count = 0; count < eventsOfAKind; count += 1)
      ids.push(...(await bed.publish(webhook!.ownerId)).deliveryIds)
    return ids
  }
  const arrived = new Map<string, number>()
  const collect = async (count: number): Promise<void> => {
    await until(`${count} deliveries`, async () => (await bed.countArrivals()) >= count, limitMs)
    await until('settling', async () => (await countPending(bed)) === 0, limitMs)
  }

  const startedAt = performance.now()
  const log = (line: string) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  log('publishing')
  let dispatcher = await bed.startDispatcher()
  const before = await publish()
  const backup = path.join(directory, 'backup')
  log('backing up')
  await backUp(bed.url, backup)
  log('publishing more')
  const committed: Committed = { sent: [...before, ...(await publish())], waiting: [], later: [] }
  await collect(committed.sent.length)
  await end(dispatcher)
  committed.waiting = await publish()
  const moment = await readTime(bed)
  committed.later = await publish()
  dispatcher = await bed.startDispatcher()
  await collect(committed.sent.length + committed.waiting.length + committed.later.length)
  log('archiving')
  await archiveAll(bed.url, archive)
  await end(dispatcher)
  for (const [id] of await bed.takeArrivals()) arrived.set(id, 1)

  log(`lost; restoring to ${moment}`)
  const lostAt = performance.now()
  const restored = path.join(directory, 'restored')
  await prepareRecovery(backup, restored)
  await bed.restartPostgres({ directory: restored, settings: recoverySettings(archive, moment) })
  await until('recovery', async () => !(await isRecovering(bed)), limitMs)
  const tookMs = performance.now() - lostAt
  const found = await readDeliveries(bed)

  log('delivering what is due')
  dispatcher = await bed.startDispatcher()
  await until('what was waiting', async () => (await countPending(bed)) === 0, limitMs)
  const after = await bed.takeArrivals()
  await end(dispatcher)

  const old = [...committed.sent, ...committed.waiting]
  const isPending = (id: string) => found.get(id) === 'pending'
  return [
    row('committed before the moment', old.length, 'deliveries'),
    none(
      'of them missing',
      old.filter((id) => !found.has(id)),
    ),
    none(
      'committed after it, and there',
      committed.later.filter((id) => found.has(id)),
    ),
    none(
      'sent before it, and not known to be',
      committed.sent.filter((id) => found.get(id) !== 'delivered'),
    ),
    none(
      'sent after it, and not due again',
      committed.waiting.filter((id) => !isPending(id)),
    ),
    row('sent again, by the same id', committed.waiting.filter((id) => after.has(id)).length, 'deliveries', {
      atLeast: committed.waiting.length,
    }),
    none(
      'sent by an id that no receiver had heard of',
      [...after.keys()].filter((id) => !arrived.has(id)),
    ),
    none(
      'sent again although it was known to have arrived',
      committed.sent.filter((id) => after.has(id)),
    ),
    row('restore, from the backup to the first answer', tookMs, 'ms'),
  ]
}

/** Reads the server's clock, 50 ms after the last commit and before the next one. */
async function readTime({ db }: Bed): Promise<string> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select pg_sleep(0.05), clock_timestamp()::text as now, pg_sleep(0.05)`,
  )
  return rows[0]!.now
}

async function isRecovering({ db }: Bed): Promise<boolean> {
  const { rows } = await db.execute<{ is_recovering: boolean }>(
    sql`select pg_is_in_recovery() as is_recovering`,
  )
  return rows[0]!.is_recovering
}

async function countPending({ db }: Bed): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from automation.deliveries where status = 'pending'`,
  )
  return rows[0]!.count
}

/** Reads the status of each delivery, by id. */
async function readDeliveries({ db }: Bed): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; status: string }>(
    sql`select id, status from automation.deliveries`,
  )
  return new Map(rows.map(({ id, status }) => [id, status]))
}

const none = (metric: string, ids: string[]): Row => row(metric, ids.length, 'deliveries', { atMost: 0 })
