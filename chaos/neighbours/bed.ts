import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openDatabase, type Db } from '@waypost/postgres'
import { startDnsServer } from '../../packages/testing/src/dns-server.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import { createJwtIssuer, type JwtIssuer } from '../../packages/testing/src/jwt-issuer.ts'
import { environmentOf, type BundledProcess } from '../../infra/bundles/processes.ts'
import { migrateEverything } from '../../operator/databases.ts'
import { bundleOf, bundleProcesses } from '../../stack/bundle-processes.ts'
import { destinations } from './destinations.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

export interface Bed {
  db: Db
  urls: { automation: string; alias: string }
  smtpPort: number
  /** Where all mail servers of other domains listen. */
  deliveryPort: number
  adminToken: string
  issuer: JwtIssuer
  /** The process ids by name; Postgres is one of them. */
  pids: Map<string, number>
  close(): Promise<void>
}

const names: BundledProcess[] = [
  'automation-api',
  'automation-runner',
  'alias-api',
  'alias-mail',
  'dispatcher',
]

/** Starts a Postgres, and one of each process as operators run it, with the limits that the product comes with. */
export async function openBed(): Promise<Bed> {
  await bundleProcesses(() => {})
  const server = await startPostgres()
  await migrateEverything({ automation: server.url, alias: server.url, accounts: server.url })
  const owner = openDatabase({ url: server.url, applicationName: 'chaos', maxConnections: 8 })
  const [dns, issuer] = await Promise.all([startDnsServer(), createJwtIssuer()])
  for (const { domain, host, address } of destinations) {
    dns.set(domain, { MX: [{ exchange: host, priority: 10 }] })
    dns.set(host, address === undefined ? 'silence' : { A: [address] })
  }
  // The domain of all who hand over mail, which would be withheld if it did not exist.
  dns.set('bob.dev', {})
  const [automationPort, aliasPort, smtpPort, dispatcherPort, deliveryPort] = await Promise.all(
    Array.from({ length: 5 }, findFreePort),
  )
  const adminToken = randomBytes(24).toString('hex')
  const urls = { automation: `http://127.0.0.1:${automationPort}`, alias: `http://127.0.0.1:${aliasPort}` }
  const env = {
    TMPDIR: server.directory,
    DATABASE_URL: server.url,
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    WEBHOOK_FALLBACK_SECRET: randomBytes(32).toString('hex'),
    ADMIN_TOKEN: adminToken,
    JWT_ISSUER: issuer.issuer,
    JWT_JWKS_URL: issuer.jwksUrl,
    AUTOMATION_PORT: String(automationPort),
    ALIAS_PORT: String(aliasPort),
    ALIAS_PUBLIC_URL: urls.alias,
    SMTP_PORT: String(smtpPort),
    SMTP_DELIVERY_PORT: String(deliveryPort),
    DISPATCHER_PORT: String(dispatcherPort),
    // The quiet tenant's automations run again and again.
    COOLDOWN_SECONDS: '0',
    EGRESS_ALLOW: '127.0.0.0/8',
    DNS_SERVERS: dns.address,
    LOG_LEVEL: 'fatal',
  }
  const children = await Promise.all(names.map(async (name) => [name, await start(name, env)] as const))
  const pids = new Map([
    ...children.map(([name, { pid }]) => [name, pid!] as const),
    ['postgres', server.pid],
  ])
  return {
    db: owner.db,
    urls,
    smtpPort: smtpPort!,
    deliveryPort: deliveryPort!,
    adminToken,
    issuer,
    pids,
    async close() {
      await Promise.all(children.map(([, child]) => end(child)))
      await Promise.all([owner.close(), dns.close(), issuer.close()])
      await server.stop()
    },
  }
}

async function start(name: BundledProcess, env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(bundleOf(name), {
    env: { ...env, ...environmentOf(name) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
  if (said !== 'ready') throw new Error(`${name} did not start`)
  return child
}

/** The runner's browsers end with it, however it ends. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
