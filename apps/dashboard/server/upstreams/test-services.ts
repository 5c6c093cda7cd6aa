import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, serveApiKeys, startTestUpstream, type TestUpstream } from '../test-upstream.ts'

/** The dashboard in front of two test services, with Ada signed in. */
export interface ServiceBed {
  automation: TestUpstream
  alias: TestUpstream
  dashboard: TestDashboard
  /** The dashboard's own URL. */
  origin: string
  /** Clears the recorded requests and signs Ada in with another e-mail address. */
  reset(): Promise<{ ada: TestBrowser; email: string; liveKeys: Set<string> }>
  close(): Promise<void>
}

export async function startServiceBed(): Promise<ServiceBed> {
  const automation = await startTestUpstream()
  const alias = await startTestUpstream()
  // A base URL may have a path.
  const upstreams = { automation: automation.url, alias: new URL('below/', alias.url) }
  const dashboard = await createTestDashboard({ upstreams })
  const origin = await dashboard.app.listen({ host: '127.0.0.1', port: 0 })
  let accounts = 0
  return {
    automation,
    alias,
    dashboard,
    origin,
    async reset() {
      await dashboard.empty()
      for (const upstream of [automation, alias]) {
        upstream.calls.length = 0
        upstream.routes.clear()
        upstream.routes.set('GET *', (_request, response) => answerJson(response, 200, []))
      }
      const { live: liveKeys } = serveApiKeys(automation)
      const email = `ada${++accounts}@example.com`
      return { ada: await dashboard.signUp(email), email, liveKeys }
    },
    async close() {
      await dashboard.close()
      await Promise.all([automation.close(), alias.close()])
    },
  }
}

export const headersOf = (browser: TestBrowser) => ({
  cookie: browser.cookie!,
  'sec-fetch-site': 'same-origin',
})
