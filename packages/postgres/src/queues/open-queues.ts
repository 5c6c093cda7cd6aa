import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Poll } from '@waypost/concurrency'
import { Client, type ClientBase, type ClientConfig } from 'pg'
import { PgBoss, systemClock, type Clock, type Db as QueueDb } from 'pg-boss'
import { connectionConfig, whenIdle, type DatabaseOptions, type Db } from '../database.ts'
import type { HostFinder } from '../hosts/host-finder.ts'
import { superviseQueues } from './supervise-queues.ts'
import { watchDueJobs } from './watch-due-jobs.ts'

type ListenHandle = Awaited<ReturnType<NonNullable<QueueDb['listen']>>>

const lookForDueMs = 5000
// Less than the time between two looks of `superviseQueues`, so that each does something.
const monitorIntervalSeconds = 9
// A listener whose connection was lost without a word is noticed; due jobs are looked for in the meantime.
const notifyHeartbeatIntervalMs = 30_000
// Its own interval is a day, for which jobs would be kept whatever their queue says.
const deletionSeconds = 600
// For jobs that wait for others, of which there are none here: the longest that a timer can wait is 24 days.
const flowSeconds = 24 * 60 * 60

/** pg-boss, and the schema that it works on. */
export type Boss = PgBoss & {
  readonly schema: string
  readonly clock: Clock
  /**
   * Calls `wake` when a job is committed to a queue that announces its jobs, and when jobs of the queue are found to be due. It
   * is a hint: there may be none left.
   *
   * @param isByTime whether the jobs of the queue are ordered by their times
   * @returns stops it
   */
  onDue(queue: string, wake: () => void, options?: { isByTime?: boolean }): () => void
  /** Looks for due jobs in so many ms, where this process works any queue and would not look sooner. */
  expectJobs(dueInMs: number): void
}

export interface Queues {
  boss: Boss
  /**
   * Calls `wake` with the payload of each NOTIFY on the channel, and without one when a lost connection is back,
   * since notifications may have been missed in the meantime. A NOTIFY is a hint: listeners have to poll as well.
   */
  listen(channel: string, wake: (payload?: string) => void): Promise<void>
  close(): Promise<void>
}

/** Opens an installed pg-boss schema with the rights of `role`; it never creates or migrates anything. */
export async function openQueues(
  options: DatabaseOptions & {
    schema: string
    clock?: Clock
    onError: (error: Error) => void
    /** Wakes workers the moment a job is committed; looking for due jobs stays as the fallback. */
    wakeOnInsert?: boolean
    /** Reassigns jobs of dead workers, and deletes finished jobs: for consumers, whose role may do that. */
    maintain?: boolean
    /** How often due jobs are looked for of which nobody was notified. */
    lookForDueMs?: number
    /**
     * Whether each connection plans a statement of pg-boss only once: planning a claim takes longer than the claim. With
     * `settings` by which plans do not depend on how long the queues are.
     */
    prepare?: boolean
  },
): Promise<Queues> {
  const connection = connectionConfig(options)
  const pgBoss = new PgBoss({
    ...connection,
    ...whenIdle,
    schema: options.schema,
    max: options.maxConnections ?? 2,
    ...(options.clock && { clock: options.clock }),
    migrate: false,
    createSchema: false,
    schedule: false,
    // `superviseQueues` does, where `maintain` is set.
    supervise: false,
    monitorIntervalSeconds,
    maintenanceIntervalSeconds: deletionSeconds,
    flowIntervalSeconds: flowSeconds,
    notifyHeartbeatIntervalMs,
    // Both need the owner of the tables; vacuum and index health are up to the database's operator.
    reindex: false,
    monitorVacuum: false,
    // pg-boss opens a pg.Pool with these options.
    ...(options.prepare && { Client: preparing(connection.Client ?? Client) }),
  })
  const announcements = new EventEmitter().setMaxListeners(0)
  const byTime = new Set<string>()
  let watch: Poll | undefined
  let supervision: Poll | undefined
  const startWatch = (): Poll =>
    watchDueJobs(
      boss,
      () =>
        announcements
          .eventNames()
          .map((name) => ({ name: String(name), isByTime: byTime.has(String(name)) })),
      (queue) => announcements.emit(queue),
      { mostMs: options.lookForDueMs ?? lookForDueMs, onError: options.onError },
    )
  const boss = Object.assign(pgBoss, {
    schema: options.schema,
    clock: options.clock ?? systemClock,
    onDue(queue: string, wake: () => void, { isByTime = false } = {}) {
      announcements.on(queue, wake)
      if (isByTime) byTime.add(queue)
      // A queue that is added later has its own first look.
      if (watch) watch.wake()
      else watch = startWatch()
      return () => void announcements.off(queue, wake)
    },
    expectJobs: (dueInMs: number) => watch?.expect(dueInMs),
  })
  boss.on('error', options.onError)
  const listeners: ListenHandle[] = []
  const listen = async (channel: string, wake: (payload?: string) => void): Promise<void> => {
    listeners.push(await boss.getDb().listen!(channel, wake, wake))
  }
  const close = async (): Promise<void> => {
    await Promise.all([watch?.stop(), supervision?.stop()])
    await Promise.all(listeners.map((listener) => listener.close()))
    await boss.stop({ graceful: false })
  }
  try {
    await boss.start()
    if (options.maintain) supervision = superviseQueues(boss, options.onError)
    if (connection.hosts) listenAtLastHost(boss, connection.hosts)
    if (options.wakeOnInsert)
      await listen(enqueuedChannel(options.schema), (queue) => {
        for (const each of queue === undefined ? announcements.eventNames() : [queue])
          announcements.emit(each)
      })
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  return { boss, listen, close }
}

/** pg-boss opens the connection that listens by itself, with its settings, and again when it is lost. */
function listenAtLastHost(boss: PgBoss, hosts: HostFinder): void {
  const { config } = boss.getDb() as QueueDb & { config: ClientConfig }
  Object.defineProperties(config, {
    host: { get: () => hosts.last().host, enumerable: true },
    port: { get: () => hosts.last().port, enumerable: true },
  })
}

/** The channel on which pg-boss, and `enqueue_fairly`, announce the name of a queue that has a new job. */
const enqueuedChannel = (schema: string): string =>
  `pgboss_${createHash('sha224').update(schema).digest('hex').slice(0, 24)}`

/**
 * Makes a pg-boss call part of `tx`: `boss.insert(queue, jobs, inTransaction(tx))`.
 *
 * pg-boss's own adapter for drizzle writes each element of an array as a parameter, which takes milliseconds to parse
 * for a few hundred jobs. Here an array stays one parameter, and the statement stays the same.
 *
 * @param isPrepared whether each connection plans the statement only once: for one whose best plan does not depend on its
 * parameters.
 */
export const inTransaction = (tx: Db, { isPrepared = false } = {}): { db: QueueDb } => over(tx, isPrepared)

/**
 * Makes a pg-boss call use a connection of `db`, which plans the statement only once: for one that is repeated all the
 * time and whose best plan does not depend on its parameters.
 */
export const prepared = (db: Db): { db: QueueDb } => over(db, true)

type Query = (text: unknown, values: unknown, callback: unknown) => unknown

/**
 * A connection that plans each statement with parameters only once. pg-boss sends several statements at once without any, and
 * with an empty list of them, for which Postgres would refuse to keep a plan.
 */
function preparing(Base: typeof Client): typeof Client {
  return class extends Base {
    constructor(config?: string | ClientConfig) {
      super(config)
      const query = this.query.bind(this) as Query
      const prepare: Query = (text, values, callback) =>
        typeof text === 'string' && Array.isArray(values) && values.length > 0
          ? query({ text, name: statementName(text) }, values, callback)
          : query(text, values, callback)
      Object.assign(this, { query: prepare })
    }
  }
}

function over(db: Db, isPrepared: boolean): { db: QueueDb } {
  const { $client: client } = db as Db & { $client: ClientBase }
  return {
    db: {
      executeSql: (text, values) =>
        client.query({ text, values, name: isPrepared ? statementName(text) : undefined }),
    },
  }
}

// By its text, since pg-boss writes another one where the settings of a queue have changed.
const statementNames = new Map<string, string>()
// Postgres keeps each of them for every connection.
const mostStatements = 200

/** The name under which connections keep a statement; undefined for one too many, which is planned each time. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= mostStatements) return known
  const name = `queues_${statementNames.size}`
  statementNames.set(text, name)
  return name
}
