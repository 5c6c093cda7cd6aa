import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type BrowserPool, createBrowserPool } from '../browser/browser-pool.ts'
import { createBrowserSupply } from '../browser/browser-supply.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { refuseNavigation } from '../browser/guard-navigations.ts'
import { type PageServer, startPageServer } from '../page-server.ts'

let site: PageServer
let pool: BrowserPool
let unguarded: Browser

beforeAll(async () => {
  site = await startPageServer({
    '/': '<title>site</title>',
    '/to-file': (_request, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    '/to-data': (_request, response) => response.writeHead(302, { Location: 'data:text/html,secret' }).end(),
  })
  pool = createBrowserPool({
    supply: createBrowserSupply(),
    egress: { policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }) },
    timeoutMs: 60_000,
  })
  unguarded = await chromium.launch({
    ...(await findChromium({})),
    chromiumSandbox: process.getuid?.() !== 0,
  })
})
afterAll(async () => {
  await Promise.all([pool.close(), unguarded.close(), site.close()])
})

/** The page of a run, in a browser of its own. */
async function openPage(): Promise<Page> {
  const run = await pool.openRun()
  onTestFinished(run.close)
  return run.context.newPage()
}

/** What a run could read after it navigated there, once the page stays or is closed. */
async function read(visited: Page, url: string): Promise<string> {
  await visited.goto(url).catch(() => {})
  return await waitFor('the page to stay', async () => {
    const content = await visited.content().catch((error: Error) => error.message)
    return !content.includes('the page is navigating') && content
  })
}

describe('a run’s own navigation', () => {
  test.each([
    { url: 'file:///etc/passwd', shows: 'root:' },
    { url: 'file:///etc/', shows: 'passwd' },
    { url: 'data:text/html,secret', shows: 'secret' },
  ])('to $url is refused, and a page that arrives there can read nothing', async ({ url, shows }) => {
    expect(await read(await unguarded.newPage(), url)).toContain(shows)
    // What the browser's jail does not show is not there.
    expect(await read(await openPage(), url)).toMatch(/has been closed|<body><\/body>/)
    expect(refuseNavigation(url)).toMatch('addresses are not allowed')
  })

  test.each([
    'chrome://version',
    'chrome://gpu',
    'chrome-untrusted://terminal',
    'devtools://devtools/bundled/inspector.html',
    'ftp://127.0.0.1/',
    'filesystem:http://127.0.0.1/temporary/a',
    'javascript:document.write(1)',
    'mailto:a@b.test',
    'ws://127.0.0.1/',
    'view-source:http://127.0.0.1/',
    'about:version',
    'blob:http://127.0.0.1/a',
    'no address',
  ])('to %s is refused in advance', (url) => {
    expect(refuseNavigation(url)).toMatch(/not allowed|not a URL/)
  })

  test.each(['http://a.test/', 'https://a.test/', 'HTTPS://A.TEST', 'about:blank'])(
    'to %s is allowed',
    (url) => {
      expect(refuseNavigation(url)).toBeUndefined()
    },
  )
})

describe('a page', () => {
  test.each([
    `location = 'file:///etc/passwd'`,
    `open('file:///etc/passwd')`,
    `location = 'data:text/html,secret'`,
    `open('data:text/html,secret')`,
    `location = 'view-source:' + location`,
    `open('view-source:' + location)`,
    `location = 'chrome://version'`,
    `location = 'chrome://crash'`,
    `location = '/to-file'`,
    `location = '/to-data'`,
    `document.body.innerHTML = '<iframe src="file:///etc/passwd"></iframe>'`,
    `document.body.innerHTML = '<iframe src="/to-file"></iframe>'`,
    `document.body.innerHTML = '<object data="file:///etc/passwd"></object>'`,
  ])('gets nowhere with %s', async (code) => {
    const page = await openPage()
    await page.goto(site.url)
    const context = page.context()
    await page.evaluate(`${code}; 0`).catch(() => {})
    // A round trip to every page, so that their scripts have begun.
    await Promise.all(context.pages().map((open) => open.evaluate('0').catch(() => {})))
    const texts = await Promise.all(context.pages().map((open) => open.content().catch(() => '')))
    expect(texts.join(' ')).not.toMatch(/root:|secret/)
    const addresses = context.pages().flatMap((open) => open.frames().map((frame) => frame.url()))
    expect(addresses.filter((url) => !/^(https?:|about:|chrome-error:|$)/.test(url))).toEqual([])
  })
})
