import { createLogger, type App } from '@waypost/http'
import { openQueues, systemClock } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { createKeyring } from '@waypost/webhooks'
import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { revokeLeftKeys } from './automation-keys/revoke-left-keys.ts'
import { createSweep, type Sweep } from './create-sweep.ts'
import { createPasswordHasher } from './accounts/create-password-hasher.ts'
import { createDashboardApp } from './app.ts'
import { createEvents } from './events.ts'
import type { Services } from './services.ts'
import {
  createUpstreamClient,
  type UpstreamTimeouts,
  type UpstreamUrls,
} from './upstreams/create-upstream-client.ts'
import { listSentEmails } from './system-mail/list-sent-emails.ts'
import { workSchema } from './system-mail/system-email-queue.ts'
import { sendDueEmails } from './system-mail/test-system-mail.ts'
import { createPages } from './pages/create-pages.ts'
import { openTestBrowser, type TestBrowser } from './test-browser.ts'

export const password = 'correct horse battery'

export interface TestDashboardOptions {
  /** The services' base URLs; absent: unreachable. */
  upstreams?: UpstreamUrls
  timeouts?: UpstreamTimeouts
  /** The directory of the built app; absent: not built. */
  pagesDirectory?: string
  /** Another dashboard whose database this one shares, like a second process; absent: a new database. */
  beside?: Pick<TestDashboard, 'database'>
}

// Most tests do not need the real cost of hashing.
const cheap = { memoryKibibytes: 64, passes: 1, parallelism: 1 }

const startsAt = Date.parse('2026-11-01T12:00:00.500Z')

const nowhere = { automation: new URL('http://127.0.0.1:9'), alias: new URL('http://127.0.0.1:9') }

export interface TestDashboard {
  app: App
  services: Services
  keySweep: Sweep
  database: TestDatabase
  /** Advances the clock. */
  advance(milliseconds: number): void
  /** POSTs JSON as a client with a separate IP address. */
  post(path: string, body: object, address?: string): Promise<LightMyRequestResponse>
  /** Opens another browser. */
  browser(address?: string): TestBrowser
  /** Opens a browser in which a user has just signed up. */
  signUp(email: string): Promise<TestBrowser>
  /** Sends the e-mails that are due, and returns all sent e-mails, newest first. */
  mails(to?: string): Promise<{ to: string; subject: string; bodyText: string }[]>
  /** Deletes all accounts and attempts and resets the clock, which is much cheaper than a new database. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** Starts the server on a new or shared database, under its own role, with a clock that only tests advance. */
export async function createTestDashboard({
  upstreams = nowhere,
  timeouts,
  pagesDirectory = 'nowhere',
  beside,
}: TestDashboardOptions = {}): Promise<TestDashboard> {
  const database = beside?.database ?? (await createTestDatabase())
  const logger = createLogger('test', 'silent')
  let now = startsAt
  const queues = await openQueues({
    url: database.url,
    role: 'waypost_dashboard',
    applicationName: 'test',
    schema: workSchema,
    onError: () => {},
  })
  const basics = {
    db: database.connectAs('waypost_dashboard').db,
    // E-mails are sent when a test reads them.
    work: queues.boss,
    clock: { ...systemClock, now: () => now },
    events: createEvents(logger),
    publicUrl: new URL('https://dashboard.example/'),
    keyring: createKeyring(`test:${Buffer.alloc(32, 7).toString('base64')}`),
  }
  const services: Services = {
    ...basics,
    passwords: createPasswordHasher({ cost: cheap }),
    revocations: { soon: () => {} },
    erasure: { soon: () => {} },
    upstreams: createUpstreamClient(upstreams, timeouts),
    baseUrls: upstreams,
    jwt: { issuer: 'https://waypost.example', audience: 'waypost' },
  }
  const keySweep = createSweep(
    () => revokeLeftKeys(services),
    () => {},
  )
  const sending = { transport: undefined, isKept: true }
  const app = createDashboardApp({
    services,
    keySweep,
    pages: createPages(pagesDirectory),
    devOutbox: true,
    logger,
    trustProxy: false,
    corsOrigins: [],
  })
  return {
    app,
    services,
    keySweep,
    database,
    advance: (milliseconds) => (now += milliseconds),
    post: (url, payload, remoteAddress = '198.51.100.1') =>
      app.inject({ method: 'POST', url, payload, remoteAddress }),
    browser: (address) => openTestBrowser(app, address),
    async signUp(email) {
      const browser = openTestBrowser(app)
      await browser.post('/auth/sign-up', { email, password })
      return browser
    },
    async mails(to) {
      await sendDueEmails(basics, sending)
      return listSentEmails(services, { to, limit: 100 })
    },
    async empty() {
      const { db } = database.connectAsOwner()
      for (const table of ['accounts', 'attempts', 'closed_accounts', 'token_revocations', 'system_emails'])
        await db.execute(sql.raw(`delete from accounts.${table}`))
      await db.execute(sql.raw(`delete from ${workSchema}.job`))
      now = startsAt
    },
    async close() {
      await app.close()
      await keySweep.close()
      await services.upstreams.close()
      await queues.close()
      // The connections end with the database.
      if (!beside) await database.drop()
    },
  }
}
