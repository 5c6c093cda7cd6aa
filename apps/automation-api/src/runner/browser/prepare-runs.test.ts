import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBrowserPool, type BrowserPool, type BrowserRun } from './browser-pool.ts'
import { createBrowserSupply } from './browser-supply.ts'
import { prepareRuns, type PreparedRuns } from './prepare-runs.ts'

let pool: BrowserPool
let runs: PreparedRuns
let opened: BrowserRun[]

beforeEach(() => {
  opened = []
  pool = createBrowserPool({
    supply: createBrowserSupply(),
    egress: { policy: createEgressPolicy({ allow: [] }) },
    timeoutMs: 60_000,
  })
  runs = prepareRuns({
    close: pool.close,
    async openRun() {
      const run = await pool.openRun()
      opened.push(run)
      return run
    },
  })
})
afterEach(() => runs.close())

test('the next run’s context is ready when it asks, and was not used before', async () => {
  const first = await runs.openRun()
  expect(opened).toHaveLength(1)
  await first.context.addCookies([{ name: 'left', value: 'behind', url: 'https://example.com' }])
  await first.close()
  await waitFor('the next', () => opened.length === 2)

  const second = await runs.openRun()
  expect(second.context).toBe(opened[1]!.context)
  expect(await second.context.cookies()).toEqual([])
  expect(second.page.url()).toBe('about:blank')
  await second.close()
})

test('two runs never get the same context', async () => {
  const first = await runs.openRun()
  await first.close()
  await waitFor('the next', () => opened.length === 2)
  const [second, third] = await Promise.all([runs.openRun(), runs.openRun()])
  expect(second.context).not.toBe(third.context)
  await Promise.all([second.close(), third.close()])
})

test('a context whose browser has crashed meanwhile is not handed out', async () => {
  const first = await runs.openRun()
  await first.close()
  await waitFor('the next', () => opened.length === 2)
  await opened[1]!.context.browser()!.close()
  const second = await runs.openRun()
  expect(await second.page.evaluate('1 + 1')).toBe(2)
  await second.close()
})

test('opening a page fails at once when its browser dies meanwhile', async () => {
  const first = await runs.openRun()
  await first.close()
  await waitFor('the next', () => opened.length === 2)
  for (let turn = 0; turn < 3; turn += 1) {
    const { context } = await runs.openRun()
    const asked = runs.openRun().catch((error: unknown) => error)
    await context.browser()!.close()
    expect(await asked).toBeDefined()
  }
})

test('browsers are there before the first run, as many as runs may begin at once', async () => {
  runs = prepareRuns(pool, 2)
  expect(await runs.warmUp()).toMatch(/^\d+\./)
  const [first, second] = await Promise.all([runs.openRun(), runs.openRun()])
  expect(first.context.browser()).not.toBe(second.context.browser())
  await Promise.all([first.close(), second.close()])
})

test('closing ends the prepared runs', async () => {
  const first = await runs.openRun()
  await first.close()
  await waitFor('the next', () => opened.length === 2)
  await runs.close()
  expect(opened[1]!.context.browser()!.isConnected()).toBe(false)
})
