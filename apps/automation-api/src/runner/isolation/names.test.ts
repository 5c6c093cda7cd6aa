import type { LookupAddress } from 'node:dns'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type BrowserPool, type BrowserRun, createBrowserPool } from '../browser/browser-pool.ts'
import { createBrowserSupply } from '../browser/browser-supply.ts'
import { startTarget, type Target } from './target.ts'

const allowed: LookupAddress = { address: '127.0.0.2', family: 4 }
const forbidden: LookupAddress = { address: '127.0.0.1', family: 4 }

let pool: BrowserPool
let run: BrowserRun
let page: Page
/** The name server's responses, one after the other; the last one stays. */
let answers: LookupAddress[][]
let lookups: string[]
let refused: { host: string; port: number }[]

beforeAll(() => {
  pool = createBrowserPool({
    supply: createBrowserSupply(),
    timeoutMs: 60_000,
    egress: {
      policy: createEgressPolicy({ allow: ['127.0.0.2/32'] }),
      lookup: async (name) => {
        lookups.push(name)
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? []
      },
      onBlocked: (target) => refused.push(target),
    },
  })
})
afterAll(() => pool.close())

beforeEach(async () => {
  answers = []
  lookups = []
  refused = []
  run = await pool.openRun()
  onTestFinished(run.close)
  page = await run.context.newPage()
})

/** Two servers on one port: pages may reach one and not the other. */
async function startPair(): Promise<{ closed: Target; open: Target }> {
  const closed = await startTarget([forbidden.address])
  onTestFinished(closed.close)
  const open = await startTarget([allowed.address], closed.port)
  onTestFinished(open.close)
  return { closed, open }
}

const get = (url: string) =>
  page.evaluate(`fetch('${url}', { cache: 'no-store' }).then((answer) => answer.status, () => 'failed')`)

test('a name that is changed after the page was loaded leads nowhere', async () => {
  const { closed, open } = await startPair()
  answers = [[allowed], [allowed], [forbidden]]
  await page.goto(`http://rebound.test:${open.port}/`)
  expect(await get(`http://rebound.test:${open.port}/`)).toBe(200)
  expect(await get(`http://rebound.test:${open.port}/`)).toBe(403)
  expect(refused).toEqual([{ host: 'rebound.test', port: closed.port }])
  expect(closed.connections).toBe(0)
})

test('a name is resolved once per connection: the checked address is the one that is dialled', async () => {
  const { closed, open } = await startPair()
  answers = [[allowed], [forbidden]]
  await page.goto(`http://rebound.test:${open.port}/`)
  expect(lookups).toEqual(['rebound.test'])
  expect({ open: open.connections, closed: closed.connections }).toEqual({ open: 1, closed: 0 })
})

test('of a name with several addresses only an allowed one is reached', async () => {
  const { closed, open } = await startPair()
  answers = [[forbidden, allowed, { address: '::1', family: 6 }]]
  await page.goto(`http://several.test:${open.port}/`)
  expect(open.connections).toBe(1)
  expect(closed.connections).toBe(0)
})

test('a name with only a forbidden address shows the page nothing but a refusal', async () => {
  const { closed } = await startPair()
  answers = [[forbidden]]
  const answer = await page.goto(`http://forbidden.test:${closed.port}/`)
  expect(answer?.status()).toBe(403)
  expect(await page.textContent('body')).toBe('Address not allowed\n')
  await expect(page.goto(`https://forbidden.test:${closed.port}/`)).rejects.toThrow(
    'ERR_TUNNEL_CONNECTION_FAILED',
  )
  expect(closed.connections).toBe(0)
})

test.each([81, 1023])('port %i of an allowed address is refused', async (port) => {
  const { open } = await startPair()
  await page.goto(`http://127.0.0.2:${open.port}/`)
  const attempt = page.evaluate(`new Promise((resolve) => {
    const socket = new WebSocket('ws://127.0.0.2:${port}/')
    socket.onerror = () => resolve('failed')
    socket.onopen = () => resolve('open')
  })`)
  expect(await attempt).toBe('failed')
  expect(refused).toEqual([{ host: '127.0.0.2', port }])
})

test('the proxy of a run does not reach this machine, under any of its names', async () => {
  const { open } = await startPair()
  answers = [[forbidden]]
  await page.goto(`http://127.0.0.2:${open.port}/`)
  const port = Number(new URL(run.proxyUrl ?? '').port)
  for (const host of ['127.0.0.1', 'egress.invalid', 'localhost']) {
    expect(await get(`http://${host}:${port}/`)).toBe('failed')
    await waitFor(`a refusal of ${host}`, () =>
      refused.some((target) => target.host === host && target.port === port),
    )
  }
})

test('a server that asks for the proxy’s password does not get it', async () => {
  const { open } = await startPair()
  await page.goto(`http://127.0.0.2:${open.port}/`)
  expect(await get(`http://127.0.0.2:${open.port}/407`)).toBe(407)
  expect(open.headers.filter((name) => name.startsWith('proxy-'))).toEqual([])
})
