import { createHash, randomBytes } from 'node:crypto'
import { migrateDatabase, newId, openDatabase, type Db } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { createDistributed, findNodes, type Topology } from '../../harness/citus/cluster.ts'
import { processUrl } from '../../harness/citus/process-url.ts'
import { until } from '../../harness/delivery/bed.ts'
import { MissingPartError } from '../../harness/run-named.ts'
import { serviceDatabases } from '../../operator/databases.ts'
import { startDnsServer } from '../../packages/testing/src/dns-server.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { startMailSink } from '../../packages/testing/src/mail-sink.ts'
import { endProcess, startProcess } from '../../packages/testing/src/start-process.ts'
import { addAccount, domain, type Account } from '../cells/add-account.ts'
import { crashServer } from './crash-server.ts'

export interface Bed {
  /** Its rows are on the worker that crashes. */
  ofWorker: Account
  smtpPort: number
  /** Of the service on the worker that crashes. */
  origin: string
  /** A request to the service on the other worker. */
  beside: { url: string; headers: Record<string, string> }
  /** Ends every process of the worker but the first, which recovers as after a power cut, and waits until it answers again. */
  crashWorker(): Promise<void>
  close(): Promise<void>
}

// It syncs every file of its data directory first.
const recoversWithinMs = 300_000

/**
 * A database on a coordinator and two workers, each service on one of them, with the processes of both: an alias-api, an alias-mail
 * and an automation-api.
 */
export async function openBed(): Promise<Bed> {
  const nodes = await findNodes()
  if (nodes.length < 3) throw new MissingPartError('CITUS_URLS must have a coordinator and two workers.')
  const topology = await createDistributed(nodes, 2)
  const { url } = topology
  const undo: (() => Promise<unknown>)[] = [topology.drop]
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    for (const { database } of serviceDatabases({ automation: url, alias: url, accounts: url }))
      await migrateDatabase(url, database, { citus: true })
    const database = openDatabase({ url: processUrl(topology), applicationName: 'chaos', maxConnections: 2 })
    undo.push(database.close)
    const worker = await workerOf(database.db, topology, 'alias')
    if (worker === (await workerOf(database.db, topology, 'automation')))
      throw new Error('both services are on one worker')
    const ofWorker = await addAccount(database.db, database.db, 'of-worker', null)
    const key = await addKey(database.db)
    const [dns, sink] = await Promise.all([startDnsServer(), startMailSink()])
    undo.push(dns.close, sink.close)
    // The domain of all senders.
    dns.set('bob.dev', {})
    const [smtpPort, aliasPort, automationPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const env = {
      DATABASE_URL: processUrl(topology),
      ENCRYPTION_KEYS: topology.encryptionKeys,
      DNS_SERVERS: dns.address,
      LOG_LEVEL: 'fatal',
      // No JWT is sent: the JWKS is never fetched.
      JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
      JWT_ISSUER: 'http://127.0.0.1:9',
    }
    const start = async (entry: string, own: Record<string, string>): Promise<void> => {
      const file = new URL(`../../apps/${entry}`, import.meta.url)
      await startProcess(
        file,
        { ...env, ...own },
        {
          onStarted: (child) => undo.push(() => endProcess(child, 'SIGKILL')),
        },
      )
    }
    await start('alias-api/src/mail.ts', {
      SMTP_PORT: String(smtpPort),
      SMTP_SMARTHOST: sink.url,
      SMTP_MAX_CLIENTS_PER_ADDRESS: '200',
      SMTP_MAILS_PER_MINUTE_PER_ACCOUNT: '10000000',
    })
    await start('alias-api/src/api.ts', {
      ALIAS_PORT: String(aliasPort),
      ALIAS_PLATFORM_DOMAINS: `${domain}:free+pro+business`,
      ALIAS_RATE_LIMIT_PER_MINUTE: '1000000000',
    })
    await start('automation-api/src/api.ts', {
      AUTOMATION_PORT: String(automationPort),
      WEBHOOK_FALLBACK_SECRET: randomBytes(32).toString('hex'),
      LIMIT_REQUESTS_PER_MINUTE: '10000000',
    })
    return {
      ofWorker,
      smtpPort,
      origin: `http://127.0.0.1:${aliasPort}`,
      beside: {
        url: `http://127.0.0.1:${automationPort}/api/v1/automations`,
        headers: { 'x-api-key': key },
      },
      async crashWorker() {
        await crashServer(worker.pid)
        await until('the worker to recover', () => answers(worker.url), recoversWithinMs)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function answers(url: string): Promise<boolean> {
  const { db, close } = openDatabase({ url, applicationName: 'chaos', maxConnections: 1 })
  try {
    await db.execute(sql`select`)
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}

async function workerOf(db: Db, { nodes }: Topology, schema: string) {
  const { rows } = await db.execute<{ port: string }>(sql`
    select nodeport::text as port from citus_shards join pg_class on pg_class.oid = table_name
    where relnamespace = ${schema}::regnamespace limit 1
  `)
  return nodes.find(({ url }) => (new URL(url).port || '5432') === rows[0]?.port)!
}

async function addKey(db: Db): Promise<string> {
  const rawKey = `gfac_${randomBytes(24).toString('hex')}`
  const keyHash = createHash('sha256').update(rawKey).digest()
  await db.execute(sql`
    insert into automation.api_keys (id, owner_id, name, prefix, key_hash, scopes, created_at)
    values (${newId()}, 'beside', 'chaos', ${rawKey.slice(0, 12)}, ${keyHash}, '{automation:read}', now())
  `)
  return rawKey
}
