import { once } from 'node:events'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { findChromium } from '../runner/browser/find-chromium.ts'
import { usualBounds } from '../runner/jail/bound-use.ts'
import { findJail } from '../runner/jail/find-jail.ts'
import { createHostMetrics, type HostMetrics } from './create-host-metrics.ts'
import { serveBrowsers, type BrowserHost, type HostOptions } from './serve-browsers.ts'

let metrics: HostMetrics
let host: BrowserHost | undefined

beforeEach(() => {
  metrics = createHostMetrics(1)
})
afterEach(() => host?.drain(0))

async function serve(options: Partial<HostOptions> = {}): Promise<void> {
  host = await serveBrowsers({
    found: await findChromium({}),
    jail: await findJail(),
    heapMegabytes: 512,
    diskMebibytes: 256,
    host: '127.0.0.1',
    port: 0,
    most: 1,
    bounds: usualBounds,
    metrics,
    logger: { info: () => {}, warn: () => {} },
    ...options,
  })
}

/** Asks for a browser, and waits until it answers. */
async function takeBrowser(): Promise<WebSocket> {
  const connection = new WebSocket(`ws://127.0.0.1:${host!.port}/?proxy=127.0.0.1`)
  await once(connection, 'open')
  connection.send('{"id":1,"method":"Browser.getVersion"}')
  await once(connection, 'message')
  return connection
}

async function valueOf(name: string, by?: string): Promise<number | undefined> {
  const { values } = (await metrics.registry.getSingleMetric(name)!.get()) as {
    values: { labels: { by?: string }; value: number }[]
  }
  return values.find(({ labels }) => labels.by === by)?.value
}
const waitForEnd = (by: string) =>
  waitFor(`an end by ${by}`, async () => (await valueOf('waypost_browsers_total', by)) === 1)

test('a browser in use is counted until its run ends, beside the places that there are', async () => {
  await serve()
  expect([await valueOf('waypost_browsers_open'), await valueOf('waypost_browser_places')]).toEqual([0, 1])
  const connection = await takeBrowser()
  expect(await valueOf('waypost_browsers_open')).toBe(1)
  connection.close()
  await waitForEnd('run')
  expect(await valueOf('waypost_browsers_open')).toBe(0)
})

test('a browser that its run closes has not failed', async () => {
  await serve()
  const connection = await takeBrowser()
  connection.send('{"id":2,"method":"Browser.close"}')
  await once(connection, 'close')
  await waitForEnd('run')
})

test('a browser that ends of itself has failed', async () => {
  await serve()
  const connection = await takeBrowser()
  connection.send('{"id":2,"method":"Browser.crash"}')
  await once(connection, 'close')
  await waitForEnd('failed')
})

test('a browser that does not start has failed', async () => {
  await serve({ found: { executablePath: '/nowhere/chromium' } as HostOptions['found'] })
  const connection = new WebSocket(`ws://127.0.0.1:${host!.port}/?proxy=127.0.0.1`)
  await once(connection, 'close')
  await waitForEnd('failed')
})

test('a browser that passes a bound is counted as ended by it', async () => {
  await serve({ bounds: { ...usualBounds, memoryMebibytes: 1 } })
  const connection = new WebSocket(`ws://127.0.0.1:${host!.port}/?proxy=127.0.0.1`)
  await once(connection, 'close')
  await waitForEnd('bound')
})

test('a browser that is in use when its host ends is counted as ended by it', async () => {
  await serve()
  await takeBrowser()
  await host!.drain(1)
  await waitForEnd('host_stopped')
})

test('a runner that is refused for want of a place is counted, and not one that comes while the host stops', async () => {
  await serve()
  const connection = await takeBrowser()
  const ask = async () => {
    const [error] = (await once(new WebSocket(connection.url), 'error').catch((err: Error) => [err])) as [
      Error,
    ]
    return error.message
  }
  expect(await ask()).toContain('503')
  expect(await valueOf('waypost_browsers_refused_total')).toBe(1)
  const stopped = host!.drain(600_000)
  expect(await ask()).toContain('503')
  expect(await valueOf('waypost_browsers_refused_total')).toBe(1)
  connection.close()
  await stopped
})
