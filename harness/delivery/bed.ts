import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import {
  executePrepared,
  newId,
  openDatabase,
  openQueues,
  startEmbeddedPostgres,
  systemClock,
  type Db,
} from '@waypost/postgres'
import {
  automationChannel,
  createKeyring,
  eventBody,
  generateSecret,
  parseSchedule,
  publishEvent,
  webhookSecretContext,
  type Outbox,
} from '@waypost/webhooks'
import { findServer } from '../find-server.ts'
import { seedBatch } from './seed-batch.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { migrateEverything } from '../../operator/databases.ts'
import { environmentOf } from '../../infra/bundles/processes.ts'
import { bundleOf, bundleProcesses } from '../../stack/bundle-processes.ts'

const now = () => performance.timeOrigin + performance.now()
const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export const body = eventBody(automationChannel, 'execution.started', new Date(), {
  jobId: null,
  executionId: newId(),
  automationId: newId(),
  status: 'running',
})

export interface Bed {
  db: Db
  /** The URL of a superuser. */
  url: string
  sinkUrl: string
  /** Creates webhooks spread over owners, all with the sink as receiver. */
  registerWebhooks(options: {
    owners: number
    each: number
    url?: string
  }): Promise<{ id: string; ownerId: string }[]>
  startDispatcher(): Promise<ChildProcess>
  /** Commits deliveries and their jobs in one transaction, spread over the webhooks. */
  seed(webhooks: { id: string; ownerId: string }[], count: number, options?: { dueAt?: Date }): Promise<void>
  /** Publishes one event to the owner's webhooks in a transaction with a change; returns its delivery and when that was. */
  publish(ownerId: string): Promise<Published>
  postgresPid(): number
  /** Restarts Postgres as after a power cut: no checkpoint, every connection lost. Changed start options stay. */
  restartPostgres(changes?: { directory: string; settings: string[] }): Promise<void>
  /** Runs vacuum and a checkpoint now, so that they do not disturb the next measurement minutes later. */
  cleanUp(): Promise<void>
  /** Bare signed POSTs per second of a process that is warmed up. */
  measureCeiling(total: number, concurrency: number): Promise<number>
  countArrivals(): Promise<number>
  takeArrivals(): Promise<Map<string, number>>
  close(): Promise<void>
}

export interface Published {
  deliveryIds: string[]
  /** Before the transaction began. */
  calledAt: number
  /** Just before the event and its commit were sent. */
  committedAt: number
}

/**
 * Starts a Postgres with fsync on, the sink, and everything between them.
 *
 * @param databaseUrl of a migrated database, instead of that Postgres
 */
export async function openBed({
  schedule = '0s,30s,2m,10m,30m',
  settings = [],
  databaseUrl,
}: { schedule?: string; settings?: string[]; databaseUrl?: string } = {}): Promise<Bed> {
  // As operators run it.
  await bundleProcesses(() => {})
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'))
  // When started as root, Postgres runs as another user, who needs access to the folder.
  await chmod(directory, 0o711)
  let serverOptions = {
    settings,
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  }
  let server =
    databaseUrl === undefined ? await startEmbeddedPostgres(serverOptions) : await findServer(databaseUrl)
  // The dispatcher serves every service.
  if (databaseUrl === undefined)
    await migrateEverything({ automation: server.url, alias: server.url, accounts: server.url })
  const sink = fork(file('sink.ts'))
  const [port] = (await once(sink, 'message')) as [number]
  const sinkUrl = `http://127.0.0.1:${port}`

  const owner = openDatabase({ url: server.url, applicationName: 'bench', maxConnections: 64 })
  if (databaseUrl === undefined)
    await owner.db.execute(sql`create table public.changes (id uuid primary key)`)
  const queues = await openQueues({
    url: server.url,
    applicationName: 'bench',
    schema: automationChannel.outboxSchema,
    onError: () => {},
  })
  const outbox: Outbox<typeof automationChannel.events> = {
    channel: automationChannel,
    boss: queues.boss,
    delaysMs: parseSchedule(schedule),
    clock: systemClock,
  }
  const encryptionKeys = `bench:${randomBytes(32).toString('base64')}`
  const keyring = createKeyring(encryptionKeys)
  const children: ChildProcess[] = [sink]

  return {
    db: owner.db,
    url: server.url,
    sinkUrl,
    async registerWebhooks({ owners, each, url = `${sinkUrl}/` }) {
      const webhooks = Array.from({ length: owners * each }, (_, index) => ({
        id: newId(),
        ownerId: `owner-${index % owners}-${each}`,
      }))
      for (const { id, ownerId } of webhooks) {
        const sealed = keyring.seal(generateSecret(), webhookSecretContext(id))
        await owner.db.execute(sql`
          insert into automation.webhooks (id, owner_id, name, url, events, sealed_secret, created_at)
          values (${id}, ${ownerId}, 'bench', ${url}, '{execution.started}', ${sealed}, now())
        `)
      }
      return webhooks
    },
    async startDispatcher() {
      const child = fork(bundleOf('dispatcher'), {
        env: {
          PATH: process.env['PATH'],
          ...environmentOf('dispatcher'),
          DATABASE_URL: server.url,
          ENCRYPTION_KEYS: encryptionKeys,
          AUTOMATION_WEBHOOK_DELAYS: schedule,
          EGRESS_ALLOW: '127.0.0.0/8',
          DISPATCHER_PORT: '0',
          // Every webhook has the sink as its host.
          LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST: '1000000000',
          // One log line per attempt, as in production; the output is discarded.
          LOG_LEVEL: 'info',
        },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      children.push(child)
      await once(child, 'message')
      return child
    },
    async seed(webhooks, count, { dueAt } = {}) {
      const perBatch = 5000
      await owner.db.transaction(async (tx) => {
        for (let done = 0; done < count; done += perBatch)
          await seedBatch(tx, outbox, webhooks, { count: Math.min(perBatch, count - done), body, dueAt })
      })
    },
    async publish(ownerId) {
      const calledAt = now()
      let committedAt = 0
      const { deliveryIds } = await owner.db.transaction(async (tx) => {
        // Planned once, as in the reference of the benchmark.
        await executePrepared(tx, sql`insert into public.changes values (${newId()})`)
        const data = { jobId: null, executionId: newId(), automationId: newId(), status: 'running' as const }
        committedAt = now()
        return publishEvent(tx, outbox, { ownerId, event: 'execution.started', data })
      })
      return { deliveryIds: await deliveryIds, calledAt, committedAt }
    },
    postgresPid: () => server.pid,
    async restartPostgres(changes) {
      serverOptions = { ...serverOptions, ...changes }
      process.kill(server.pid, 'SIGQUIT')
      await server.ended
      server = await startEmbeddedPostgres(serverOptions)
    },
    async cleanUp() {
      await owner.db.execute(sql`vacuum analyze`)
      await owner.db.execute(sql`checkpoint`)
    },
    async measureCeiling(total, concurrency) {
      const child = fork(file('ceiling.ts'), [
        `${sinkUrl}/`,
        generateSecret(),
        body,
        String(total),
        String(concurrency),
      ])
      const [perSecond] = (await once(child, 'message')) as [number]
      await once(child, 'exit')
      return perSecond
    },
    countArrivals: async () => Number(await (await fetch(`${sinkUrl}/count`)).text()),
    takeArrivals: async () =>
      new Map((await (await fetch(`${sinkUrl}/arrivals`)).json()) as [string, number][]),
    async close() {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL')
          await once(child, 'exit')
        }
      }
      await queues.close()
      await owner.close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Stops a process as an operator does. */
export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Polls until the condition holds, or throws after the limit. */
export async function until(what: string, holds: () => Promise<boolean>, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${limitMs / 1000} s`)
    await setTimeout(20)
  }
}
