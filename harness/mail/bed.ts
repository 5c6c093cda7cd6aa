import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase, startEmbeddedPostgres, type Db } from '@waypost/postgres'
import { startDnsServer, type DnsServer } from '../../packages/testing/src/dns-server.ts'
import { startMailSink, type MailSink } from '../../packages/testing/src/mail-sink.ts'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { findServer } from '../find-server.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { environmentOf } from '../../infra/bundles/processes.ts'
import { bundleOf, bundleProcesses } from '../../stack/bundle-processes.ts'

export interface Bed {
  db: Db
  smtpPort: number
  /** Creates aliases that forward all their mail. */
  aliases: string[]
  /** The smarthost that receives outbound mail. */
  sink: MailSink
  dns: DnsServer
  postgresPid(): number
  startMail(): Promise<ChildProcess>
  /** Restarts Postgres as after a power cut: no checkpoint, every connection lost. */
  restartPostgres(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a Postgres with fsync on, DNS, a smarthost that stores everything, and aliases that forward to it.
 *
 * @param databaseUrl of a migrated database, instead of that Postgres
 * @param processUrl its URL for the mail process
 */
export async function openBed(
  count: number,
  {
    databaseUrl,
    processUrl = databaseUrl,
    encryptionKeys = `chaos:${randomBytes(32).toString('base64')}`,
  }: { databaseUrl?: string; processUrl?: string; encryptionKeys?: string } = {},
): Promise<Bed> {
  // As operators run it.
  await bundleProcesses(() => {})
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-chaos-'))
  // When started as root, Postgres runs as another user, who needs access to the folder.
  await chmod(directory, 0o711)
  const serverOptions = {
    directory: path.join(directory, 'postgres'),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  }
  let server =
    databaseUrl === undefined ? await startEmbeddedPostgres(serverOptions) : await findServer(databaseUrl)
  if (databaseUrl === undefined) await migrateAlias(server.url)
  const owner = openDatabase({ url: server.url, applicationName: 'chaos', maxConnections: 4 })
  const [dns, sink] = await Promise.all([startDnsServer(), startMailSink()])
  // The domain of all senders; mail from one that does not exist is not forwarded.
  dns.set('bob.dev', {})
  const smtpPort = await findFreePort()
  const aliases = await addAliases(owner.db, count)
  const children: ChildProcess[] = []
  const env = {
    DATABASE_URL: processUrl ?? server.url,
    ENCRYPTION_KEYS: encryptionKeys,
    SMTP_PORT: String(smtpPort),
    SMTP_SMARTHOST: sink.url,
    SMTP_MAX_CLIENTS_PER_ADDRESS: '200',
    SMTP_MAILS_PER_MINUTE_PER_ACCOUNT: '10000000',
    DNS_SERVERS: dns.address,
    LOG_LEVEL: 'fatal',
    ...environmentOf('alias-mail'),
  }
  return {
    db: owner.db,
    smtpPort,
    aliases,
    sink,
    dns,
    postgresPid: () => server.pid,
    async startMail() {
      const child = fork(bundleOf('alias-mail'), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      children.push(child)
      await Promise.race([once(child, 'message'), once(child, 'exit')])
      return child
    },
    async restartPostgres() {
      process.kill(server.pid, 'SIGQUIT')
      await server.ended
      server = await startEmbeddedPostgres(serverOptions)
    },
    async close() {
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL')
          await once(child, 'exit')
        }
      }
      await Promise.all([sink.close(), dns.close(), owner.close()])
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function addAliases(db: Db, count: number): Promise<string[]> {
  await db.execute(sql`
    insert into alias.platform_domains (id, domain, plans, position, created_at)
    values (uuidv7(), 'waypost.test', '{business}', 0, now()) on conflict (domain) do nothing
  `)
  const { rows: addresses } = await db.execute<{ id: string; ownerId: string; address: string }>(sql`
    insert into alias.addresses (id, owner_id, address, domain, created_at, expires_at)
    select uuidv7(), 'live:chaos-' || number, number || 'a@waypost.test', 'waypost.test', now(), now() + interval '1 day'
    from generate_series(1, ${count}) number returning id, owner_id as "ownerId", address
  `)
  const { rows: destinations } = await db.execute<{ id: string }>(sql`
    insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
    values (uuidv7(), 'live:chaos', 'me@example.net', now(), now()) returning id
  `)
  // Citus takes no INSERT that selects from a table by parameters.
  await db.execute(sql`
    insert into alias.forwarding_rules (address_id, id, owner_id, forward_to_id, is_active, created_at, updated_at)
    select id, uuidv7(), "ownerId", ${destinations[0]!.id}::uuid, true, now(), now()
    from json_to_recordset(${JSON.stringify(addresses)}::json) as row (id uuid, "ownerId" text)
  `)
  return addresses.map(({ address }) => address)
}
