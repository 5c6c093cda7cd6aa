import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, startEmbeddedPostgres } from '@waypost/postgres'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { startDnsServer } from '../../packages/testing/src/dns-server.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { startMailSink } from '../../packages/testing/src/mail-sink.ts'
import { endProcess, startProcess } from '../../packages/testing/src/start-process.ts'
import { addAccount, domain, type Account } from './add-account.ts'

export interface Bed {
  /** Of the first database. */
  first: Account
  /** Of the cell, whose database is on a server of its own. */
  inCell: Account
  smtpPort: number
  origin: string
  /** Stops the server of the cell as a power cut does: no checkpoint, every connection lost. */
  stopCell(): Promise<void>
  startCell(): Promise<void>
  close(): Promise<void>
}

/** Two servers of Postgres with fsync on, an alias-api and an alias-mail that serve both, and an account in each. */
export async function openBed(): Promise<Bed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-chaos-'))
  // When started as root, Postgres runs as another user, who needs access to the folder.
  await chmod(directory, 0o711)
  const optionsOf = async (name: string) => ({
    directory: path.join(directory, name),
    port: await findFreePort(),
    password: randomBytes(16).toString('hex'),
  })
  const cellOptions = await optionsOf('cell')
  const server = await startEmbeddedPostgres(await optionsOf('first'))
  let cellServer = await startEmbeddedPostgres(cellOptions)
  for (const { url } of [server, cellServer]) await migrateAlias(url)
  const [home, cell] = [server, cellServer].map(({ url }) =>
    openDatabase({ url, applicationName: 'chaos', maxConnections: 2 }),
  ) as [ReturnType<typeof openDatabase>, ReturnType<typeof openDatabase>]
  const [first, inCell] = [
    await addAccount(home.db, home.db, 'first', null),
    await addAccount(home.db, cell.db, 'in-cell', 'c1'),
  ]
  const [dns, sink] = await Promise.all([startDnsServer(), startMailSink()])
  // The domain of all senders.
  dns.set('bob.dev', {})
  const [smtpPort, apiPort] = [await findFreePort(), await findFreePort()]
  const env = {
    DATABASE_URL: server.url,
    ALIAS_CELLS: `c1=${cellServer.url}`,
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    DNS_SERVERS: dns.address,
    LOG_LEVEL: 'fatal',
  }
  const processes = await Promise.all([
    startProcess(new URL('../../apps/alias-api/src/mail.ts', import.meta.url), {
      ...env,
      SMTP_PORT: String(smtpPort),
      SMTP_SMARTHOST: sink.url,
      SMTP_MAX_CLIENTS_PER_ADDRESS: '200',
      SMTP_MAILS_PER_MINUTE_PER_ACCOUNT: '10000000',
    }),
    startProcess(new URL('../../apps/alias-api/src/api.ts', import.meta.url), {
      ...env,
      ALIAS_PORT: String(apiPort),
      ALIAS_PLATFORM_DOMAINS: `${domain}:free+pro+business`,
      ALIAS_RATE_LIMIT_PER_MINUTE: '1000000000',
      // No JWT is sent: the JWKS is never fetched.
      JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
      JWT_ISSUER: 'http://127.0.0.1:9',
    }),
  ])
  return {
    first,
    inCell,
    smtpPort,
    origin: `http://127.0.0.1:${apiPort}`,
    async stopCell() {
      process.kill(cellServer.pid, 'SIGQUIT')
      await cellServer.ended
    },
    async startCell() {
      cellServer = await startEmbeddedPostgres(cellOptions)
    },
    async close() {
      await Promise.all(processes.map((child) => endProcess(child, 'SIGKILL')))
      await Promise.all([sink.close(), dns.close(), home.close(), cell.close()])
      await Promise.all([server.stop(), cellServer.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}
