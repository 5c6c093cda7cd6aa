import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createBrowserPool, type BrowserPool } from '../runner/browser/browser-pool.ts'
import { createBrowserSupply } from '../runner/browser/browser-supply.ts'
import { findChromium } from '../runner/browser/find-chromium.ts'
import { prepareRuns } from '../runner/browser/prepare-runs.ts'
import { usualBounds } from '../runner/jail/bound-use.ts'
import { findJail } from '../runner/jail/find-jail.ts'
import { startPageServer, type PageServer } from '../runner/page-server.ts'
import { createHostMetrics, type HostMetrics } from './create-host-metrics.ts'
import { serveBrowsers, type BrowserHost, type HostOptions } from './serve-browsers.ts'

let machine: Pick<HostOptions, 'found' | 'jail'>
let site: PageServer
const hosts: BrowserHost[] = []
let pool: BrowserPool
let metrics: HostMetrics

async function startHost(options: Partial<HostOptions> = {}): Promise<BrowserHost> {
  const host = await serveBrowsers({
    ...machine,
    heapMegabytes: 512,
    diskMebibytes: 256,
    host: '127.0.0.1',
    port: 0,
    most: 2,
    bounds: usualBounds,
    metrics,
    logger: { info: () => {}, warn: () => {} },
    ...options,
  })
  hosts.push(host)
  return host
}

async function serve(options: Partial<HostOptions> = {}): Promise<number> {
  const { port } = await startHost(options)
  pool = openPool(port)
  return port
}

const openPool = (port: number): BrowserPool =>
  createBrowserPool({
    supply: createBrowserSupply({
      hostUrl: `ws://127.0.0.1:${port}`,
      proxyHost: '127.0.0.1',
    }),
    egress: { policy: createEgressPolicy({ allow: ['127.0.0.1/32'] }) },
    timeoutMs: 60_000,
  })

const countBrowsers = async (port: number) =>
  ((await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { browsers: number }).browsers

beforeAll(async () => {
  machine = { found: await findChromium({}), jail: await findJail() }
})
beforeEach(async () => {
  metrics = createHostMetrics(2)
  site = await startPageServer({ '/': '<title>site</title>', '/other': '<title>other</title>' })
})
afterEach(async () => {
  await pool.close()
  await Promise.all(hosts.splice(0).map((host) => host.drain(0)))
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

test('a host that is told to stop lets its browsers end with their runs, and starts no other', async () => {
  const port = await serve()
  const run = await pool.openRun()
  const stopped = hosts[0]!.drain(600_000)
  const refused = new WebSocket(`ws://127.0.0.1:${port}/?proxy=127.0.0.1`)
  const said = await new Promise<string>((resolve) =>
    refused.once('error', ({ message }) => resolve(message)),
  )
  expect(said).toContain('503')
  const page = await run.context.newPage()
  await page.goto(site.url)
  expect(await page.title()).toBe('site')
  await run.close()
  await stopped
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

test('a host ends the browsers that are in use for longer than it waits', async () => {
  await serve()
  const { context } = await pool.openRun()
  const gone = new Promise((resolve) => context.browser()!.once('disconnected', resolve))
  await hosts[0]!.drain(1)
  await gone
})

/** An address that leads to one host after the other, as a service with several of them does. */
async function serveEntry(chosen: () => BrowserHost) {
  const entry = createServer((_request, response) =>
    response.end(JSON.stringify({ host: `127.0.0.1:${chosen().port}` })),
  )
  await once(entry.listen(0, '127.0.0.1'), 'listening')
  return { port: (entry.address() as AddressInfo).port, close: () => entry.close() }
}

test('of several hosts, a runner uses and asks the one that has its browser', async () => {
  const bounds = { ...usualBounds, memoryMebibytes: 500 }
  const [first, second] = await Promise.all([startHost({ bounds }), startHost({ bounds })])
  let chosen = first
  const entry = await serveEntry(() => chosen)
  pool = openPool(entry.port)
  const run = await pool.openRun()
  chosen = second
  expect([await countBrowsers(first.port), await countBrowsers(second.port)]).toEqual([1, 0])
  const page = await run.context.newPage()
  const gone = new Promise((resolve) => run.context.browser()!.once('disconnected', resolve))
  page.evaluate(`const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1)))`).catch(() => {})
  await gone
  expect(await run.findExcess()).toBe('The run used more than 500 MiB of memory')
  entry.close()
})

test('a run does not begin in a browser that was made ready on a host that has been told to stop', async () => {
  const [first, second] = await Promise.all([startHost(), startHost()])
  let chosen = first
  const entry = await serveEntry(() => chosen)
  pool = openPool(entry.port)
  const runs = prepareRuns(pool)
  await runs.warmUp()
  chosen = second
  const stopped = first.drain(600_000)
  const run = await runs.openRun()
  await stopped
  expect(await countBrowsers(second.port)).toBe(1)
  await run.page.goto(site.url)
  expect(await run.page.title()).toBe('site')
  await run.close()
  await runs.close()
  entry.close()
})

test('a host says its own address where it has one', async () => {
  const host = await startHost({ name: 'fd00::1' })
  const { port } = await startHost()
  pool = openPool(port)
  expect(await (await fetch(`http://127.0.0.1:${host.port}/host`)).json()).toEqual({
    host: `[fd00::1]:${host.port}`,
  })
  expect((await fetch(`http://127.0.0.1:${port}/host`)).status).toBe(404)
})
