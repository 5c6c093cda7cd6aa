import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createEgressPolicy } from '@waypost/egress'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowserPool, type BrowserPool, type BrowserRun } from './browser/browser-pool.ts'
import { createBrowserSupply } from './browser/browser-supply.ts'
import { startPageServer, type PageServer } from './page-server.ts'
import { findDocumentFailure } from './pages/watch-documents.ts'
import type { Nameless } from './test-actions.ts'
import { createRuns } from './test-runs.ts'

let pool: BrowserPool
let opened: BrowserRun
let server: PageServer
let closedPort: number
const bed = {} as Parameters<typeof createRuns>[0] extends () => infer Bed ? Bed : never
const { open, read, run: runIn } = createRuns(() => bed)

beforeAll(async () => {
  const closing = createServer().listen(0, '127.0.0.1')
  await once(closing, 'listening')
  closedPort = (closing.address() as AddressInfo).port
  closing.close()
  server = await startPageServer({
    '/metadata': (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    '/links': `<title>Links</title><a href="http://127.0.0.1:${closedPort}/a">Dead</a>
      <a id=secure href="https://unknown.test/">Secure</a>
      <a id=window target=_blank href="http://blocked.test/window">Window</a>
      <form method=post action="http://unknown.test/form"><button>Send</button></form>`,
    '/frame': `<h1>Around</h1><iframe src="http://unknown.test/"></iframe>`,
    '/later': `<script>setTimeout(() => location = 'http://unknown.test/later', 100)</script><p>first</p>`,
    '/broken': (_request, response) =>
      response
        .writeHead(502, { 'content-type': 'text/html', 'proxy-status': 'egress; error=dns_error' })
        .end('<h1>Bad Gateway</h1><a href="/broken">Again</a>'),
  })
  pool = createBrowserPool({
    supply: createBrowserSupply(),
    timeoutMs: 60_000,
    egress: {
      policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }),
      connectTimeoutMs: 2000,
      lookup: async (name) => {
        if (name === 'silent.test') return new Promise(() => {})
        if (name === 'blocked.test') return [{ address: '10.0.0.1', family: 4 }]
        if (name === 'refused.test') return [{ address: '127.0.0.1', family: 4 }]
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      },
    },
  })
  opened = await pool.openRun()
  Object.assign(bed, { server })
})
afterAll(async () => {
  await opened.close()
  await pool.close()
  await server.close()
})

/** In a new page: that of a failed navigation is still navigating to the browser's error page. */
async function run(actions: Nameless[]) {
  bed.page = await opened.context.newPage()
  try {
    return await runIn(actions)
  } finally {
    // Chromium ignores now and then a request to close a page that is just arriving: a wait for it would not end.
    for (const page of opened.context.pages()) page.close().catch(() => {})
  }
}

const navigate = (url: string, more = {}): Nameless => ({ type: 'navigate', url, ...more })
const click = (selector: string): Nameless => ({ type: 'click', selectors: [selector] })
const failWith = (step: number, type: string, error: string) =>
  `Step "Step ${step}" (${type}) failed: ${error}`

describe('a navigation', () => {
  it.each(['http', 'https'])('over %s fails with the reason', async (scheme) => {
    for (const [address, reason] of [
      ['unknown.test/', 'unknown name "unknown.test"'],
      [`refused.test:${closedPort}/`, 'connection refused'],
      ['silent.test/', 'connection timed out'],
      ['blocked.test/', 'address not allowed'],
      ['169.254.169.254/', 'address not allowed'],
    ]) {
      const url = `${scheme}://${address}`
      const { error, extractedData } = await run([navigate(url), read('body')])
      expect(error).toBe(failWith(1, 'navigate', `could not open ${url}: ${reason}`))
      expect(extractedData).toEqual({})
    }
  })

  it('that a site redirects to a forbidden address fails with that address', async () => {
    expect((await run([open('/metadata')])).error).toBe(
      failWith(1, 'navigate', 'could not open http://169.254.169.254/latest/meta-data/: address not allowed'),
    )
  })

  it('with an error status fails, unless the step expects it', async () => {
    const url = `${server.url}/broken`
    const expecting = (...expectStatus: (number | string)[]) =>
      run([navigate(url, { expectStatus }), read('h1')])
    const answered = `could not open ${url}: the site answered HTTP 502 (Bad Gateway)`
    expect((await run([open('/broken')])).error).toBe(failWith(1, 'navigate', answered))
    expect((await expecting(200, '400-499')).error).toBe(
      failWith(1, 'navigate', `${answered}, not 200 or 400-499`),
    )
    const page = { error: null, extractedData: { text: 'Bad Gateway' } }
    expect(await expecting(404, '500-599')).toMatchObject(page)
    expect(await expecting(502)).toMatchObject(page)
    // The page server's 404 has no page, and the browser may show its own.
    expect(await run([navigate(`${server.url}/missing`, { expectStatus: [404] })])).toMatchObject({
      error: null,
    })
  })
})

describe('an unreachable site that a page navigates to', () => {
  it.each([
    ['a', 'http://127.0.0.1:PORT/a: connection refused'],
    ['#secure', 'https://unknown.test/: unknown name "unknown.test"'],
    ['button', 'http://unknown.test/form: unknown name "unknown.test"'],
  ])('fails the click on %s', async (selector, reason) => {
    const { error } = await run([open('/links'), click(selector), read('body')])
    expect(error).toBe(failWith(2, 'click', `could not open ${reason.replace('PORT', String(closedPort))}`))
  })

  it('fails the click that ends before the browser shows its error page', async () => {
    const found: unknown[] = []
    const look = (request: Request) => found.push(findDocumentFailure(request.frame())?.message)
    opened.context.on('requestfailed', look)
    await run([open('/links'), click('#secure')])
    opened.context.off('requestfailed', look)
    expect(found).toEqual(['could not open https://unknown.test/: unknown name "unknown.test"'])
  })

  it('by itself and later fails the step that uses it', async () => {
    const { error, extractedData } = await run([open('/later'), read('pre'), read('body')])
    expect(error).toBe(
      failWith(2, 'extractText', 'could not open http://unknown.test/later: unknown name "unknown.test"'),
    )
    expect(extractedData).toEqual({})
  })

  it('in a frame or in a window fails only the steps in that frame or window', async () => {
    const inFrame: Nameless = { ...read('body'), frame: [0], timeoutMs: 1000 } as Nameless
    expect(await run([open('/frame'), read('h1')])).toMatchObject({ error: null })
    expect((await run([open('/frame'), inFrame])).error).toBe(
      failWith(2, 'extractText', 'could not open http://unknown.test/: unknown name "unknown.test"'),
    )
    const actions = [open('/links'), click('#window'), read('#secure')]
    const inWindow = { ...read('body'), target: 'http://blocked.test/window' } as Nameless
    expect(await run(actions)).toMatchObject({ error: null, extractedData: { text: 'Secure' } })
    expect((await run([...actions, inWindow])).error).toBe(
      failWith(4, 'extractText', 'could not open http://blocked.test/window: address not allowed'),
    )
  })

  it('is not confused with a site’s own error page', async () => {
    const broken = { type: 'navigate', url: `${server.url}/broken`, expectStatus: [502] } as Nameless
    expect(await run([broken, click('a'), read('h1')])).toMatchObject({
      error: null,
      extractedData: { text: 'Bad Gateway' },
    })
  })
})
