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
  /** Where the services are; absent: nowhere. */
  upstreams?: UpstreamUrls
  timeouts?: UpstreamTimeouts
  /** Where the built app is; absent: nowhere. */
  pagesDirectory?: string
  /** Another one, whose database this one shares, as a second process would; absent: one of its own. */
  beside?: Pick<TestDashboard, 'database'>
}

// What hashing costs is not what most tests are about.
const cheap = { memoryKibibytes: 64, passes: 1, parallelism: 1 }

const startsAt = Date.parse('2026-11-01T12:00:00.500Z')

const nowhere = { automation: new URL('http://127.0.0.1:9'), alias: new URL('http://127.0.0.1:9') }

export interface TestDashboard {
  app: App
  services: Services
  keySweep: Sweep
  database: TestDatabase
  /** Lets time pass. */
  advance(milliseconds: number): void
  /** POSTs JSON as a client with an address of its own. */
  post(path: string, body: object, address?: string): Promise<LightMyRequestResponse>
  /** Another browser. */
  browser(address?: string): TestBrowser
  /** A browser in which somebody has just signed up. */
  signUp(email: string): Promise<TestBrowser>
  /** Sends the mails that are due, and shows all that were sent, the newest first. */
  mails(to?: string): Promise<{ to: string; subject: string; bodyText: string }[]>
  /** Forgets all accounts and whatever was tried, and sets the clock back: much cheaper than another database. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** The server on a database of its own, or on another's, under its own role, with a clock that moves only by hand. */
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
    // Mails leave when a test looks for them.
    work: queues.boss,
    clock: { ...systemClock, now: () => now },
    events: createEvents(logger),
    publicUrl: new URL('https://dashboard.example/'),
  }
  const services: Services = {
    ...basics,
    keyring: createKeyring(`test:${Buffer.alloc(32, 7).toString('base64')}`),
    passwords: createPasswordHasher({ cost: cheap }),
    revocations: { soon: () => {} },
    erasure: { soon: () => {} },
    upstreams: createUpstreamClient(upstreams, timeouts),
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
      for (const table of ['accounts', 'attempts', 'closed_accounts', 'token_revocations', 'letters'])
        await db.execute(sql.raw(`delete from accounts.${table}`))
      await db.execute(sql.raw(`delete from ${workSchema}.job`))
      now = startsAt
    },
    async close() {
      await app.close()
      await keySweep.close()
      await services.upstreams.close()
      await queues.close()
      // Its connections end with the database.
      if (!beside) await database.drop()
    },
  }
}
