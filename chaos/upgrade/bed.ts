import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, type Db } from '@waypost/postgres'
import { startDnsServer } from '../../packages/testing/src/dns-server.ts'
import { startMailSink, type MailSink } from '../../packages/testing/src/mail-sink.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../packages/testing/src/webhook-receiver.ts'
import { confirmAddress } from '../../stack/confirm-address.ts'
import { migrateEverything } from '../../operator/databases.ts'
import { putOnPlan } from '../../operator/put-on-plan.ts'
import { withoutLimits } from '../../harness/without-limits.ts'
import { startBalancer, type Balancer } from './balancer.ts'
import { createFleet, type Fleet, type Kind } from './fleet.ts'
import { startPostgres } from '../../harness/start-postgres.ts'

export interface Bed {
  db: Db
  /** In the order in which an upgrade replaces them. */
  kinds: Kind[]
  fleet: Fleet
  urls: { dashboard: string; automation: string; alias: string }
  smtpPort: number
  /** The receiver of all events. */
  sink: WebhookReceiver
  /** The receiver of all outgoing mail. */
  smarthost: MailSink
  /** Migrates the database to this version. */
  migrate(): Promise<void>
  /** Puts an account on the Business plan and confirms its address. */
  unlockAccount(email: string): Promise<void>
  /** Why each connection was refused for which no replica was there. */
  listRefusals(): string[]
  close(): Promise<void>
}

// Longer than the balancer takes to notice that a replica is not ready, on a busy machine too.
const stopDelaySeconds = 3

/**
 * Starts a Postgres and a load balancer for each process that accepts connections; no process yet.
 *
 * @param before - A checkout of the previous version, which migrates the database; absent: this version does.
 */
export async function openBed(before?: string): Promise<Bed> {
  const server = await startPostgres()
  const { url } = server
  const migrate = () => migrateEverything({ automation: url, alias: url, accounts: url })
  await (before === undefined ? migrate() : runOperator(before, url, ['migrate']))
  const owner = openDatabase({ url, applicationName: 'chaos', maxConnections: 4 })
  const [dns, sink, smarthost] = await Promise.all([
    startDnsServer(),
    startWebhookReceiver(),
    startMailSink(),
  ])
  // The domain of all senders; mail from one that does not exist is not forwarded.
  dns.set('bob.dev', {})
  const balancers = await Promise.all([
    startBalancer('dashboard'),
    startBalancer('automation-api'),
    startBalancer('alias-api'),
    startBalancer('alias-mail'),
  ])
  const [dashboard, automation, alias, smtp] = balancers
  const urls = { dashboard: urlOf(dashboard), automation: urlOf(automation), alias: urlOf(alias) }

  const fleet = createFleet({
    TMPDIR: server.directory,
    DATABASE_URL: url,
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    WEBHOOK_FALLBACK_SECRET: randomBytes(32).toString('hex'),
    JWT_ISSUER: urls.dashboard,
    JWT_JWKS_URL: `${urls.dashboard}/.well-known/jwks.json`,
    AUTOMATION_URL: urls.automation,
    ALIAS_URL: urls.alias,
    DASHBOARD_PUBLIC_URL: urls.dashboard,
    DASHBOARD_DEV_OUTBOX: 'true',
    ALIAS_PUBLIC_URL: urls.alias,
    SMTP_SMARTHOST: smarthost.url,
    SMTP_MAILS_PER_MINUTE_PER_ACCOUNT: '10000000',
    // All mail of the load comes from one client; with one alias-mail its batches exceed the usual 20 connections.
    SMTP_MAX_CLIENTS_PER_ADDRESS: '100',
    ALIAS_RATE_LIMIT_PER_MINUTE: '1000000',
    ALIAS_PERSON_RATE_LIMIT_PER_MINUTE: '1000000',
    ALIAS_CLIENT_RATE_LIMIT_PER_MINUTE: '1000000',
    LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST: '1000000000',
    AUTOMATION_WEBHOOK_DELAYS: '0s,5s,5s,5s,5s',
    ALIAS_WEBHOOK_DELAYS: '0s,5s,5s,5s,5s',
    COOLDOWN_SECONDS: '0',
    ...withoutLimits,
    RUNNER_CONCURRENCY: '2',
    // Longer than the longest run of the load.
    RUNNER_DRAIN_SECONDS: '400',
    EGRESS_ALLOW: '127.0.0.0/8',
    DNS_SERVERS: dns.address,
    STOP_DELAY_SECONDS: String(stopDelaySeconds),
    LOG_LEVEL: 'fatal',
  })
  return {
    db: owner.db,
    fleet,
    urls,
    smtpPort: smtp.port,
    sink,
    smarthost,
    kinds: [
      {
        name: 'dashboard',
        entry: 'dashboard/server/main.ts',
        portVariable: 'DASHBOARD_PORT',
        balancer: dashboard,
      },
      {
        name: 'automation-api',
        entry: 'automation-api/src/api.ts',
        portVariable: 'AUTOMATION_PORT',
        balancer: automation,
      },
      { name: 'automation-runner', entry: 'automation-api/src/runner.ts' },
      { name: 'alias-api', entry: 'alias-api/src/api.ts', portVariable: 'ALIAS_PORT', balancer: alias },
      { name: 'alias-mail', entry: 'alias-api/src/mail.ts', portVariable: 'SMTP_PORT', balancer: smtp },
      { name: 'dispatcher', entry: 'dispatcher/src/main.ts', portVariable: 'DISPATCHER_PORT' },
    ],
    async unlockAccount(email) {
      // By the version that the database is of: this one may write columns that the previous one does not have.
      if (before === undefined) await putOnPlan({ alias: url, accounts: url }, email, 'business')
      else await runOperator(before, url, ['plan', email, 'business'])
      await confirmAddress(url, email)
    },
    migrate,
    listRefusals: () => balancers.flatMap(({ refusals }) => refusals),
    async close() {
      await fleet.close()
      for (const balancer of balancers) balancer.close()
      await Promise.all([dns.close(), sink.close(), smarthost.close(), owner.close()])
      await server.stop()
    },
  }
}

/** Runs an operator's command of a checkout. */
async function runOperator(
  checkout: string,
  url: string,
  [command = '', ...options]: string[],
): Promise<void> {
  const script = path.join(checkout, 'operator/waypost.ts')
  // Versions without the `waypost` command have a script for each command.
  const ownScript = path.join(checkout, `stack/${command}.ts`)
  const run = existsSync(script) ? [script, command, ...options] : [ownScript, ...options]
  await promisify(execFile)(process.execPath, run, { env: { DATABASE_URL: url } })
}

const urlOf = ({ port }: Balancer) => `http://127.0.0.1:${port}`
