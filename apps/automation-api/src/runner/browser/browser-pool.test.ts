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
/** What the supply does instead, once. */
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

test('brings a browser up before there is a run, which then has it', async () => {
  expect(await pool.warmUp()).toMatch(/^\d+\./)
  await visit()
  expect(opened).toHaveLength(1)
})

test('runs that start together share one browser and nothing else', async () => {
  const [first, second] = await Promise.all([visit(), visit()])
  expect(opened).toHaveLength(1)
  await first.page.evaluate(`document.cookie = 'left=behind'; localStorage.left = 'behind'`)
  await second.page.reload()
  expect(await second.page.evaluate(`document.cookie + (localStorage.left ?? '')`)).toBe('')
  expect(first.proxyUrl).not.toBe(second.proxyUrl)
})

test('a run is given what it asks of its context', async () => {
  const first = await visit()
  await first.page.evaluate(`localStorage.kept = 'yes'`)
  const storageState = await first.context.storageState({ indexedDB: true })
  const { context } = await pool.openRun({ storageState, viewport: { width: 321, height: 123 } })
  const page = await context.newPage()
  expect(page.viewportSize()).toEqual({ width: 321, height: 123 })
  await page.goto(site.url)
  expect(await page.evaluate(`localStorage.kept`)).toBe('yes')
})

test('what no context can be opened with fails the run and not the browser', async () => {
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

test('tells what went through', async () => {
  const run = await visit()
  expect(run.traffic()?.connections).toBeGreaterThan(0)
  expect(run.traffic()?.bytes).toBeGreaterThan(100)
})

test('a run that takes too much from the network is cut off, and no other is', async () => {
  const policy = createEgressPolicy({ allow: ['127.0.0.1/32'] })
  pool = createPool({ egress: { policy, limits: { bytes: 500_000 } } })
  const [greedy, other] = [await visit(), await visit()]
  await expect(greedy.page.evaluate(`fetch('/endless').then((answer) => answer.text())`)).rejects.toThrow(
    /network error|Failed to fetch/,
  )
  expect(await greedy.page.goto(site.url).then((answer) => answer?.status())).toBe(503)
  expect(await other.page.goto(site.url).then((answer) => answer?.status())).toBe(200)
})

test('a browser that has had its runs is replaced, and ends after the last of them', async () => {
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

test('a browser that crashed is replaced by the next run', async () => {
  const run = await visit()
  await opened[0]?.close()
  await expect(run.page.title()).rejects.toThrow('closed')
  await run.close()
  await visit()
  expect(areUp()).toEqual([false, true])
})

test('a browser that does not start is tried again once, and again by the next run', async () => {
  failures = [fails]
  await visit()
  await opened[0]?.close()
  failures = [fails, fails]
  await expect(pool.openRun()).rejects.toThrow('no browser')
  await visit()
})

test('a browser that opens no context in time is given up', async () => {
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

test('a browser that does not close a context in time takes no more runs, and goes with the last it has', async () => {
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

test('the end of a run cuts its connections', async () => {
  const run = await visit()
  await run.close()
  await expect(fetch(String(run.proxyUrl?.replace('egress.invalid', '127.0.0.1')))).rejects.toThrow(
    'fetch failed',
  )
})

test('takes no run once closed', async () => {
  await visit()
  await pool.close()
  expect(areUp()).toEqual([false])
  await expect(pool.openRun()).rejects.toThrow('were closed')
})
