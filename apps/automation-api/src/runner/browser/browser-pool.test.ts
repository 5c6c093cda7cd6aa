import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PageServer, startPageServer } from '../page-server.ts'
import { type BrowserPool, createBrowserPool } from './browser-pool.ts'
import { type BrowserSupply, createBrowserSupply, type SuppliedBrowser } from './browser-supply.ts'

let site: PageServer
let pool: BrowserPool
let opened: SuppliedBrowser[]
/** What the supply does instead of opening a browser, once each. */
let failures: (() => Promise<SuppliedBrowser>)[]

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
    timeoutMs: 60_000,
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

test('each run has a browser of its own', async () => {
  const [first, second] = await Promise.all([visit(), visit()])
  expect(opened).toHaveLength(2)
  expect(first.context.browser()).not.toBe(second.context.browser())
  await first.page.evaluate(`document.cookie = 'left=behind'; localStorage.left = 'behind'`)
  await second.page.reload()
  expect(await second.page.evaluate(`document.cookie + (localStorage.left ?? '')`)).toBe('')
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

test('invalid context options fail the run, and leave no browser', async () => {
  const cookies = [
    { name: 'a', value: 'b', domain: '', path: 'nowhere', expires: -2, httpOnly: false, secure: false },
  ]
  await expect(
    pool.openRun({
      storageState: { cookies: cookies.map((cookie) => ({ ...cookie, sameSite: 'Lax' })), origins: [] },
    }),
  ).rejects.toThrow()
  expect(areUp()).toEqual([false, false])
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

test('a browser that crashes ends its own run only', async () => {
  const [run, other] = [await visit(), await visit()]
  await opened[0]?.close()
  await expect(run.page.title()).rejects.toThrow('closed')
  await run.close()
  expect(await other.page.title()).toBe('site')
})

test('a browser that does not start is tried once more, and again by the next run', async () => {
  failures = [fails]
  await visit()
  failures = [fails, fails]
  await expect(pool.openRun()).rejects.toThrow('no browser')
  await visit()
})

test('a browser that opens no context in time is abandoned', async () => {
  pool = createPool({ timeoutMs: 5000 })
  let isClosed = false
  failures = [
    async () => ({
      version: '1',
      proxyReach: undefined,
      isConnected: () => true,
      newContext: () => new Promise(() => {}),
      close: async () => void (isClosed = true),
    }),
  ]
  await visit()
  expect(opened).toHaveLength(2)
  expect(isClosed).toBe(true)
})

test('the end of a run ends its browser, and every connection of the run', async () => {
  const run = await visit()
  const reading = run.page.evaluate(`fetch('/endless').then((answer) => answer.text())`).catch(() => {})
  await waitFor('the connection', () => (run.traffic()?.bytes ?? 0) > 100_000)
  await run.close()
  await reading
  expect(areUp()).toEqual([false])
  const { bytes } = run.traffic()!
  await setImmediate()
  expect(run.traffic()!.bytes).toBe(bytes)
})

test('a closed pool accepts no run', async () => {
  await visit()
  await pool.close()
  expect(areUp()).toEqual([false])
  await expect(pool.openRun()).rejects.toThrow('were closed')
})
