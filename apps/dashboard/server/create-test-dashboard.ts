import { createLogger, type App } from '@waypost/http'
import { systemClock } from '@waypost/postgres'
import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import { createKeyring } from '@waypost/webhooks'
import type { LightMyRequestResponse } from 'fastify'
import { createKeySweep, type KeySweep } from './automation-keys/create-key-sweep.ts'
import { createPasswordHasher } from './accounts/create-password-hasher.ts'
import { createDashboardApp } from './app.ts'
import { createEvents } from './events.ts'
import type { Services } from './services.ts'
import {
  createUpstreamClient,
  type UpstreamTimeouts,
  type UpstreamUrls,
} from './upstreams/create-upstream-client.ts'
import { createPages } from './pages/create-pages.ts'
import { openTestBrowser, type TestBrowser } from './test-browser.ts'

export const password = 'correct horse battery'

export interface TestDashboardOptions {
  /** Where the services are; absent: nowhere. */
  upstreams?: UpstreamUrls
  timeouts?: UpstreamTimeouts
  /** Where the built app is; absent: nowhere. */
  pagesDirectory?: string
}

const nowhere = { automation: new URL('http://127.0.0.1:9'), alias: new URL('http://127.0.0.1:9') }

export interface TestDashboard {
  app: App
  services: Services
  keySweep: KeySweep
  database: TestDatabase
  /** Lets time pass. */
  advance(milliseconds: number): void
  /** POSTs JSON as a client with an address of its own. */
  post(path: string, body: object, address?: string): Promise<LightMyRequestResponse>
  /** Another browser. */
  browser(address?: string): TestBrowser
  /** A browser in which somebody has just signed up. */
  signUp(email: string): Promise<TestBrowser>
  close(): Promise<void>
}

/** The server on a database of its own, under its own role, with a clock that moves only by hand. */
export async function createTestDashboard({
  upstreams = nowhere,
  timeouts,
  pagesDirectory = 'nowhere',
}: TestDashboardOptions = {}): Promise<TestDashboard> {
  const database = await createTestDatabase()
  const logger = createLogger('test', 'silent')
  let now = Date.parse('2026-11-01T12:00:00.500Z')
  const services: Services = {
    db: database.connectAs('waypost_dashboard').db,
    clock: { ...systemClock, now: () => now },
    keyring: createKeyring(`test:${Buffer.alloc(32, 7).toString('base64')}`),
    passwords: createPasswordHasher(),
    events: createEvents(logger),
    publicUrl: new URL('https://dashboard.example/'),
    upstreams: createUpstreamClient(upstreams, timeouts),
    jwt: { issuer: 'https://waypost.example', audience: 'waypost' },
  }
  const keySweep = createKeySweep(services, logger)
  const app = createDashboardApp({
    services,
    keySweep,
    pages: createPages(pagesDirectory),
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
    async close() {
      await app.close()
      await keySweep.close()
      await services.upstreams.close()
      await database.drop()
    },
  }
}
