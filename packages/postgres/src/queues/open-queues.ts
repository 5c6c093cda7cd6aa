import { sql } from 'drizzle-orm'
import { PgBoss, fromDrizzle, type Clock, type Db as QueueDb } from 'pg-boss'
import { connectionConfig, type DatabaseOptions, type Db } from '../database.ts'

const takeOverCheckSeconds = 5

export interface Queues {
  boss: PgBoss
  close(): Promise<void>
}

/** Opens an installed pg-boss schema with the rights of `role`: it never creates or migrates anything. */
export async function openQueues(
  options: DatabaseOptions & {
    schema: string
    clock?: Clock
    onError: (error: Error) => void
    /** Wakes `boss.work` the moment a job is committed; polling stays as the floor. */
    wakeOnInsert?: boolean
    /** Gives jobs of dead workers to others, and clears what is done: for consumers, whose role may do that. */
    maintain?: boolean
  },
): Promise<Queues> {
  const boss = new PgBoss({
    ...connectionConfig(options),
    schema: options.schema,
    max: options.maxConnections ?? 2,
    ...(options.clock && { clock: options.clock }),
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: options.maintain ?? false,
    superviseIntervalSeconds: takeOverCheckSeconds,
    monitorIntervalSeconds: takeOverCheckSeconds,
    // Both need the owner of the tables; vacuum and index health are the database operator's.
    reindex: false,
    monitorVacuum: false,
    useListenNotify: options.wakeOnInsert ?? false,
  })
  boss.on('error', options.onError)
  await boss.start()
  return { boss, close: () => boss.stop({ graceful: false }) }
}

/** Makes a pg-boss call part of `tx`: `boss.insert(queue, jobs, inTransaction(tx))`. */
export function inTransaction(tx: Db): { db: QueueDb } {
  return { db: fromDrizzle(tx, sql) }
}
