import { createEgressPolicy } from '@waypost/egress'
import { createStorage } from '@waypost/storage'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Execution } from '../executions/execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createWebhook } from '../webhooks/create-webhook.ts'
import { createBrowserPool } from './browser/browser-pool.ts'
import { type BrowserSupply, createBrowserSupply } from './browser/browser-supply.ts'
import { proxyName } from './browser/launch-arguments.ts'
import { openTestBrowser } from './browser/test-browser.ts'
import { prepareRuns, type PreparedRuns } from './browser/prepare-runs.ts'
import { executeRun } from './execute-run.ts'
import { usualBounds } from './jail/bound-use.ts'
import { startPageServer, type PageServer } from './page-server.ts'

export const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }

/** For tests: a run from which its automation has learned its elements, since it has succeeded. */
export async function learn(run: Promise<Pick<Execution, 'status' | 'error'>>): Promise<void> {
  const { status, error } = await run
  if (status !== 'completed') throw new Error(`nothing was learned: ${error}`)
}

interface Bed {
  service: TestApp
  browsers: PreparedRuns
  site: PageServer
  /** What the site shows from now on. */
  page: string
  automationId: string
}

/** One browser for many runs; each has a context of its own. */
const supplyShared = (): BrowserSupply => ({
  async open() {
    // What ends a browser with its run would end the others with it.
    const { pid: _, ...browser } = await openTestBrowser({ isolated: true })
    return { ...browser, proxyReach: { listenOn: '127.0.0.1', calledAs: proxyName, needsToken: false } }
  },
  describeIsolation: async () => 'no jail',
  close: async () => {},
})

/**
 * For tests: the service with a webhook of ada's, a site, and a runner that starts runs at once.
 *
 * @param webhook its URL and its events
 *
 * @param pages the site's pages besides its first one
 *
 * @param isJailed whether each run has a browser of its own, in its jail, as in production
 */
export function openRunnerBed(
  webhook: Pick<Parameters<typeof createWebhook>[2], 'url' | 'events'>,
  pages: Parameters<typeof startPageServer>[0] = {},
  { isJailed = false } = {},
) {
  const bed = {} as Bed
  let db: TestApp['services']['db']
  beforeAll(async () => {
    bed.service = await startTestApp()
    bed.browsers = prepareRuns(
      createBrowserPool({
        supply: isJailed ? createBrowserSupply() : supplyShared(),
        egress: { policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) },
        timeoutMs: 60_000,
      }),
      1,
      usualBounds,
      60_000,
    )
    bed.site = await startPageServer({
      '/': (_request, response) => response.setHeader('content-type', 'text/html').end(bed.page),
      ...pages,
    })
    await createWebhook(bed.service.services, ada, { name: 'all', ...webhook })
    db = bed.service.database.connectAs('waypost_automation_runner').db
  })
  afterAll(async () => {
    await Promise.all([bed.browsers.close(), bed.site.close()])
    await bed.service.close()
  })
  afterEach(async () => {
    await bed.service.database
      .connectAsOwner()
      .db.execute(sql`truncate automation.deliveries, automation.automations cascade`)
  })
  /** The same services with the runner's role, which has fewer rights. */
  const asRunner = () => ({
    ...bed.service.services,
    db,
    storage: createStorage(db, { schema: 'automation' }),
    sessionTtlMs: 86_400_000,
  })
  return {
    bed,
    asRunner,
    /** Steps that are to succeed get more time than any machine needs. */
    execute: (executionId: string, options: Partial<Parameters<typeof executeRun>[2]> = {}) =>
      executeRun(asRunner(), executionId, {
        browsers: bed.browsers,
        signal: new AbortController().signal,
        stepTimeoutMs: 60_000,
        ...options,
      }),
  }
}
