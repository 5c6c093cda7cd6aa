import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PageServer, startPageServer } from '../page-server.ts'
import { type BrowserPool, createBrowserPool } from './browser-pool.ts'
import { type BrowserSupply, createBrowserSupply } from './browser-supply.ts'
import type { RunnerBrowser } from './runner-browser.ts'

let site: PageServer
let pool: BrowserPool
let opened: RunnerBrowser[]
/** What the supply does instead of opening a browser, once each. */
let failures: (() => Promise<RunnerBrowser>)[]

const real = createBrowserSupply()
const supply: BrowserSupply = {
  ...real,
  async open() {
    const browser = await (failures.shift() ?? real.open)()
    opened.push(browser)
    return browser
  },
}
const createPool = (options: Partial<Parameters<typeof createBrowserPool>[0]> = {}) =>
  createBrowserPool({
    supply,
    egress: { policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }) },
    ...options,
  })

beforeEach(async () => {
  opened = []
  failures = []
  site = await startPageServer({
    '/': '<title>site</title>',
    '/endless': (_request, response) => void pipeline(Readable.from(endless()), response).catch(() => {}),
  })
  pool = createPool()
})
afterEach(async () => {
  await Promise.all([pool.close(), site.close()])
})

function* endless() {
  for (;;) yield 'x'.repeat(10_000)
}

/** Opens a run and visits the site in it. */
async function visit() {
  const run = await pool.openRun()
  const page = await run.context.newPage()
  await page.goto(site.url)
  return { ...run, page }
}
const fails = () => Promise.reject(new Error('no browser'))
const areUp = () => opened.map((browser) => browser.isConnected())

test('a browser is started before the first run, which then uses it', async () => {
  expect(await pool.warmUp()).toMatch(/^\d+\./)
  await visit()
  expect(opened).toHaveLength(1)
})

test('concurrent runs share one browser and nothing else', async () => {
  const [first, second] = await Promise.all([visit(), visit()])
  expect(opened).toHaveLength(1)
  await first.page.evaluate(`document.cookie = 'left=behind'; localStorage.left = 'behind'`)
  await second.page.reload()
  expect(await second.page.evaluate(`document.cookie + (localStorage.left ?? '')`)).toBe('')
  expect(first.proxyUrl).not.toBe(second.proxyUrl)
})

test('a run gets its context options', async () => {
  const first = await visit()
  await first.page.evaluate(`localStorage.kept = 'yes'`)
  const storageState = await first.context.storageState({ indexedDB: true })
  const { context } = await pool.openRun({ storageState, viewport: { width: 321, height: 123 } })
  const page = await context.newPage()
  expect(page.viewportSize()).toEqual({ width: 321, height: 123 })
  await page.goto(site.url)
  expect(await page.evaluate(`localStorage.kept`)).toBe('yes')
})

test('invalid context options fail the run and not the browser', async () => {
  const other = await visit()
  const cookies = [
    { name: 'a', value: 'b', domain: '', path: 'nowhere', expires: -2, httpOnly: false, secure: false },
  ]
  await expect(
    pool.openRun({
      storageState: { cookies: cookies.map((cookie) => ({ ...cookie, sameSite: 'Lax' })), origins: [] },
    }),
  ).rejects.toThrow()
  await visit()
  expect(opened).toHaveLength(1)
  expect(await other.page.title()).toBe('site')
})

test('a run reports its traffic', async () => {
  const run = await visit()
  expect(run.traffic()?.connections).toBeGreaterThan(0)
  expect(run.traffic()?.bytes).toBeGreaterThan(100)
})

test('a run beyond its traffic limit is cut off, and no other one is', async () => {
  const policy = createEgressPolicy({ allow: ['127.0.0.1/32'] })
  pool = createPool({ egress: { policy, limits: { bytes: 500_000 } } })
  const [greedy, other] = [await visit(), await visit()]
  await expect(greedy.page.evaluate(`fetch('/endless').then((answer) => answer.text())`)).rejects.toThrow(
    /network error|Failed to fetch/,
  )
  expect(await greedy.page.goto(site.url).then((answer) => answer?.status())).toBe(503)
  expect(await other.page.goto(site.url).then((answer) => answer?.status())).toBe(200)
})

test('a browser is replaced after its number of runs, and closed after the last of them', async () => {
  pool = createPool({ runsPerBrowser: 2 })
  const first = await visit()
  const second = await visit()
  const third = await visit()
  expect(opened).toHaveLength(2)
  await first.close()
  expect(areUp()).toEqual([true, true])
  expect(await second.page.title()).toBe('site')
  await second.close()
  await waitFor('the first browser to end', () => !opened[0]?.isConnected())
  expect(await third.page.title()).toBe('site')
})

test('a crashed browser is replaced by the next run', async () => {
  const run = await visit()
  await opened[0]?.close()
  await expect(run.page.title()).rejects.toThrow('closed')
  await run.close()
  await visit()
  expect(areUp()).toEqual([false, true])
})

test('a browser that does not start is retried once, and again by the next run', async () => {
  failures = [fails]
  await visit()
  await opened[0]?.close()
  failures = [fails, fails]
  await expect(pool.openRun()).rejects.toThrow('no browser')
  await visit()
})

test('a browser that opens no context in time is abandoned', async () => {
  pool = createPool({ timeoutMs: 500 })
  let isClosed = false
  failures = [
    async () => ({
      version: '1',
      isConnected: () => true,
      newContext: () => new Promise(() => {}),
      close: async () => void (isClosed = true),
    }),
  ]
  await visit()
  expect(opened).toHaveLength(2)
  expect(isClosed).toBe(true)
})

test('a browser that does not close a context in time gets no more runs, and is closed after its last one', async () => {
  pool = createPool({ timeoutMs: 500 })
  const other = await visit()
  const stuck = await visit()
  stuck.context.close = () => new Promise(() => {})
  await stuck.close()
  await visit()
  expect(areUp()).toEqual([true, true])
  expect(await other.page.title()).toBe('site')
  await other.close()
  await waitFor('the browser to end', () => !opened[0]?.isConnected())
})

test('the end of a run closes its connections', async () => {
  const run = await visit()
  await run.close()
  await expect(fetch(String(run.proxyUrl?.replace('egress.invalid', '127.0.0.1')))).rejects.toThrow(
    'fetch failed',
  )
})

test('a closed pool accepts no run', async () => {
  await visit()
  await pool.close()
  expect(areUp()).toEqual([false])
  await expect(pool.openRun()).rejects.toThrow('were closed')
})
