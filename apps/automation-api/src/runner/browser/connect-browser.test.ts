import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createEgressPolicy } from '@waypost/egress'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PageServer, startPageServer } from '../page-server.ts'
import { createBrowserPool } from './browser-pool.ts'
import { type BrowserSupplyOptions, createBrowserSupply } from './browser-supply.ts'
import { findChromium } from './find-chromium.ts'

let grid: ChildProcess
let cdpUrl: string
let site: PageServer
let directory: string

// A grid of one browser, started by others with their own arguments.
beforeAll(async () => {
  site = await startPageServer({ '/': '<title>site</title>' })
  directory = await mkdtemp(join(tmpdir(), 'waypost-grid-'))
  const { executablePath, env } = await findChromium({})
  const args = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${directory}`]
  // Debian's command is a shell script that waits for the browser: they end as a group.
  grid = spawn(executablePath, args, { env, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  for await (const line of createInterface({ input: grid.stderr! })) {
    cdpUrl = /ws:\S+/.exec(line)?.[0] ?? ''
    if (cdpUrl) break
  }
})
afterAll(async () => {
  const gone = once(grid, 'exit')
  process.kill(-grid.pid!, 'SIGKILL')
  await Promise.all([gone, site.close()])
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
})

function createPool(options: BrowserSupplyOptions, allow: string[]) {
  const pool = createBrowserPool({
    supply: createBrowserSupply({ cdpUrl, ...options }),
    egress: { policy: createEgressPolicy({ allow }) },
  })
  onTestFinished(pool.close)
  return pool
}

test('a run in a remote browser uses our proxy, which requires a password', async () => {
  const run = await createPool({ proxyHost: '127.0.0.1' }, ['127.0.0.1/32']).openRun()
  const page = await run.context.newPage()
  await page.goto(site.url)
  expect(await page.title()).toBe('site')
  expect(run.traffic()?.connections).toBeGreaterThan(0)
  const [answer] = (await once(get(String(run.proxyUrl), { path: site.url }), 'response')) as [
    IncomingMessage,
  ]
  expect(answer.statusCode).toBe(407)
})

test('a run in a remote browser reaches no forbidden address', async () => {
  const run = await createPool({ proxyHost: '127.0.0.1' }, []).openRun()
  const page = await run.context.newPage()
  const before = site.requests.length
  const answer = await page.goto(site.url)
  expect(answer?.status()).toBe(403)
  expect(site.requests).toHaveLength(before)
})

test('a grid that isolates its browsers gets no proxy', async () => {
  const run = await createPool({ isGridIsolated: true }, []).openRun()
  const page = await run.context.newPage()
  await page.goto(site.url)
  expect(await page.title()).toBe('site')
  expect(run.traffic()).toBeUndefined()
})

test('a grid without any isolation is refused', () => {
  expect(() => createBrowserSupply({ cdpUrl })).toThrow('needs the name by which it reaches our proxy')
})

test('closing leaves the browser to the grid', async () => {
  const supply = createBrowserSupply({ cdpUrl, isGridIsolated: true })
  const browser = await supply.open()
  await browser.newContext()
  await browser.close()
  expect(browser.isConnected()).toBe(false)
  const again = await supply.open()
  expect(again.version).toBe(browser.version)
  await again.close()
})

test('the error for a grid that does not respond shows its URL without the secret', async () => {
  const supply = createBrowserSupply({ cdpUrl: 'ws://127.0.0.1:9/?token=secret', isGridIsolated: true })
  const error = await supply.open().catch((failure: unknown) => failure)
  expect(String(error)).toContain('127.0.0.1:9 (ECONNREFUSED)')
  expect(String(error)).not.toContain('secret')
})
