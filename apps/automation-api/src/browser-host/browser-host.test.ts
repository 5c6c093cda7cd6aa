import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createBrowserPool, type BrowserPool } from '../runner/browser/browser-pool.ts'
import { createBrowserSupply } from '../runner/browser/browser-supply.ts'
import { findChromium } from '../runner/browser/find-chromium.ts'
import { usualBounds } from '../runner/jail/bound-use.ts'
import { findJail } from '../runner/jail/find-jail.ts'
import { startPageServer, type PageServer } from '../runner/page-server.ts'
import { serveBrowsers, type HostOptions } from './serve-browsers.ts'

let site: PageServer
let server: Server
let pool: BrowserPool

async function serve(options: Partial<HostOptions> = {}): Promise<number> {
  server = await serveBrowsers({
    found: await findChromium({}),
    jail: await findJail(),
    heapMegabytes: 512,
    diskMebibytes: 256,
    host: '127.0.0.1',
    port: 0,
    most: 2,
    bounds: usualBounds,
    logger: { info: () => {}, warn: () => {} },
    ...options,
  })
  const { port } = server.address() as AddressInfo
  pool = createBrowserPool({
    supply: createBrowserSupply({
      hostUrl: `ws://127.0.0.1:${port}`,
      proxyHost: '127.0.0.1',
    }),
    egress: { policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }) },
  })
  return port
}

const countBrowsers = async (port: number) =>
  ((await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { browsers: number }).browsers

beforeEach(async () => {
  site = await startPageServer({ '/': '<title>site</title>', '/other': '<title>other</title>' })
})
afterEach(async () => {
  await pool.close()
  server.close()
  server.closeAllConnections()
  await site.close()
})

test('each run gets a browser of its own, which ends with it', async () => {
  const port = await serve()
  const [first, second] = await Promise.all([pool.openRun(), pool.openRun()])
  const page = await first.context.newPage()
  await page.goto(site.url)
  expect(await page.title()).toBe('site')
  await page.evaluate(`localStorage.left = 'behind'`)
  const other = await second.context.newPage()
  await other.goto(`${site.url}/other`)
  expect(await other.evaluate('localStorage.left')).toBeUndefined()
  expect(first.traffic()!.connections).toBeGreaterThan(0)
  expect(await countBrowsers(port)).toBe(2)
  await Promise.all([first.close(), second.close()])
  await waitFor('both to end', async () => (await countBrowsers(port)) === 0)
})

test('a browser reaches its run’s proxy and nothing else', async () => {
  await serve()
  const { context } = await pool.openRun()
  const direct = await context.browser()!.newContext()
  await expect((await direct.newPage()).goto(site.url)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED')
  expect(site.requests).toEqual([])
})

test('a run beyond the number of browsers fails with the reason', async () => {
  await serve({ most: 1 })
  await pool.openRun()
  await expect(pool.openRun()).rejects.toThrow('could not be reached')
})

test('a browser that takes more than it may is ended', async () => {
  await serve({ bounds: { ...usualBounds, memoryMebibytes: 500 } })
  const { context } = await pool.openRun()
  const page = await context.newPage()
  const gone = new Promise((resolve) => context.browser()!.once('disconnected', resolve))
  page.evaluate(`const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)))`).catch(() => {})
  await gone
})

test('a run whose browser the host has ended learns the bound', async () => {
  await serve({ bounds: { ...usualBounds, memoryMebibytes: 500 } })
  const [run, other] = await Promise.all([pool.openRun(), pool.openRun()])
  const page = await run.context.newPage()
  const gone = new Promise((resolve) => run.context.browser()!.once('disconnected', resolve))
  page.evaluate(`const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)))`).catch(() => {})
  await gone
  expect(await run.findExcess()).toBe('The run used more than 500 MiB of memory')
  expect(await other.findExcess()).toBeUndefined()
})

test.each(['/', '/?proxy=', '/?proxy=a,b', '/?proxy=*', '/?proxy=a%20MAP'])(
  'a connection to %s, which names no proxy, is refused',
  async (path) => {
    const port = await serve()
    const connection = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    const said = await new Promise<string>((resolve) =>
      connection.once('error', ({ message }) => resolve(message)),
    )
    expect(said).toContain('400')
  },
)
