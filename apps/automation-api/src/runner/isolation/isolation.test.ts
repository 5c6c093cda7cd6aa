import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserPool, type BrowserRun, createBrowserPool } from '../browser/browser-pool.ts'
import { createBrowserSupply } from '../browser/browser-supply.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { proxyName } from '../browser/launch-arguments.ts'
import { launchBrowser } from '../browser/launch-browser.ts'
import { addressVectors } from './address-vectors.ts'
import { channelVectors } from './channel-vectors.ts'
import { hintVectors } from './hint-vectors.ts'
import { navigationVectors } from './navigation-vectors.ts'
import { redirectVectors, resourceVectors } from './resource-vectors.ts'
import { readNetLog } from './read-net-log.ts'
import { type Site, startSite } from './site.ts'
import { startTarget, type Target } from './target.ts'
import type { Vector } from './vector.ts'
import { workerVectors } from './worker-vectors.ts'

const allowed = '127.0.0.2'
// No other process on this machine uses it, as one might use 127.0.0.1.
const forbidden = '127.0.0.3'

let directory: string
let site: Site
let pool: BrowserPool
let run: BrowserRun
let unguarded: Browser
let unguardedContext: BrowserContext
const refusedPorts = new Set<number>()
/** Servers that nothing may reach, and controls that show that something would. No two have the same port. */
const targets: Target[] = []
const controls: Target[] = []
/** All ports that this test uses. */
const ports = new Set<number>()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-isolation-'))
  site = await startSite(allowed)
  ports.add(site.port)
  pool = createBrowserPool({
    timeoutMs: 60_000,
    supply: {
      ...createBrowserSupply(),
      // Outside of the jail, so that each of these is stopped without it, and its log can be read.
      open: async () => ({
        ...(await launchBrowser({ isolated: true, args: watched('isolated') })),
        proxyReach: { listenOn: '127.0.0.1', calledAs: proxyName, needsToken: false },
      }),
    },
    egress: {
      policy: createEgressPolicy({ allow: [`${allowed}/32`] }),
      lookup: async (name) =>
        name.includes('localhost')
          ? [ipv4('127.0.0.1'), { address: '::1', family: 6 }]
          : [ipv4(name.startsWith('allowed.test') ? allowed : forbidden)],
      onBlocked: ({ port }) => refusedPorts.add(port),
    },
  })
  run = await pool.openRun()
  unguarded = await chromium.launch({
    ...(await findChromium({})),
    chromiumSandbox: process.getuid?.() !== 0,
    args: watched('unguarded'),
  })
  unguardedContext = await unguarded.newContext()
})

afterAll(async () => {
  await Promise.all([pool.close(), unguarded.close()])
  site.close()
  for (const target of [...targets, ...controls]) target.close()
  await rm(directory, { recursive: true })
})

const ipv4 = (address: string) => ({ address, family: 4 })
// Chromium connects a UDP socket to Google's resolver to learn whether there is a route by IPv6, and sends nothing.
const isRouteProbe = (address: string) => address === '[2001:4860:4860::8888]:443'
const watched = (name: string) => [`--log-net-log=${join(directory, name)}`, '--short-reporting-delay']

// Reusing a page is cheaper than opening one, and a page that is navigating takes time to close.
const idlePages = new Map<BrowserContext, Page[]>()

async function visit(context: BrowserContext, vector: Vector, host: string, port: number) {
  const page = idlePages.get(context)?.pop() ?? (await context.newPage())
  const url = site.publish(vector, host, port)
  // Navigations of the previous use may still interfere, as may those of this one.
  await waitFor('the page to be visited', async () => {
    await page.goto(url, { waitUntil: 'commit' }).catch(() => {})
    return site.wasAskedFor(url)
  })
  await vector.visit?.(page).catch(() => {})
  return page
}

function leave(page: Page): void {
  const context = page.context()
  idlePages.set(context, [...(idlePages.get(context) ?? []), page])
}

const arrived = ({ arrivesAs = 'connection' }: Vector, { connections, datagrams }: Target) =>
  (arrivesAs === 'connection' ? connections : datagrams) > 0

async function attempt(vector: Vector): Promise<void> {
  const { stoppedBy, spelling = (address: string) => address, addresses = [forbidden] } = vector
  const { control = stoppedBy === 'proxy' ? 'allowed' : 'unguarded' } = vector
  const target = await startTarget(addresses)
  targets.push(target)
  ports.add(target.port)
  const page = await visit(run.context, vector, spelling(forbidden), target.port)
  if (stoppedBy === 'proxy') {
    await waitFor('the proxy to refuse', () => refusedPorts.has(target.port))
  } else {
    await waitFor('the page to have tried', async () => (await page.title()) === 'tried')
  }
  leave(page)
  if (control === 'allowed') await reach(run.context, vector, [allowed], spelling(allowed))
  if (control === 'unguarded') await reach(unguardedContext, vector, addresses, spelling(forbidden))
  expect(target).toMatchObject({ connections: 0, datagrams: 0 })
}

/** Shows that the vector works without isolation. */
async function reach(context: BrowserContext, vector: Vector, addresses: string[], host: string) {
  const target = await startTarget(addresses)
  controls.push(target)
  ports.add(target.port)
  const page = await visit(context, vector, host, target.port)
  await waitFor('the same page to arrive where nothing keeps it away', () => arrived(vector, target))
  leave(page)
}

describe.concurrent.each([
  { by: 'what it loads', vectors: resourceVectors },
  { by: 'redirects', vectors: redirectVectors },
  { by: 'navigation', vectors: navigationVectors },
  { by: 'workers', vectors: workerVectors },
  { by: 'other channels', vectors: channelVectors },
  { by: 'hints', vectors: hintVectors },
  { by: 'other spellings', vectors: addressVectors },
])('a page reaches no forbidden server by $by:', ({ vectors }) => {
  test.each(vectors)('$name', attempt)
})

test('nothing arrives late, and the browser itself connects only to the proxy and resolves nothing', async () => {
  // In an orderly way, so that its log is complete.
  await run.context.browser()!.close()
  await Promise.all([pool.close(), unguarded.close()])
  const seen = await readNetLog(join(directory, 'isolated'))
  expect(seen.tcp).toHaveLength(1)
  expect(seen.udp.filter((address) => !isRouteProbe(address))).toEqual([])
  expect(seen.resolved.filter((host) => !host.includes('//~notfound'))).toEqual([])
  expect(seen.requested.filter((url) => !ports.has(Number(new URL(url).port)))).toEqual([])
  expect(targets.filter(({ connections, datagrams }) => connections + datagrams > 0)).toEqual([])
  // The log of the other browser shows that there is something to see.
  const unguardedSeen = await readNetLog(join(directory, 'unguarded'))
  expect(unguardedSeen.tcp.length).toBeGreaterThan(5)
  expect(unguardedSeen.resolved.join(' ')).toContain('localhost')
})
