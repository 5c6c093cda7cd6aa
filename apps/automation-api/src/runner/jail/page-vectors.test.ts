import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserPool, BrowserRun } from '../browser/browser-pool.ts'
import { startPageServer, type PageServer } from '../page-server.ts'
import { pageVectors } from './page-vectors.ts'
import { openTestPool } from './test-jail.ts'

let site: PageServer
let pool: BrowserPool
let earlier: BrowserRun
let run: BrowserRun
let files: string[]
let tried = 0
let through = 0

beforeAll(async () => {
  site = await startPageServer({ '/': '<title>site</title>', '/worker.js': '' })
  pool = openTestPool()
  files = await listFiles()
  earlier = await pool.openRun()
  run = await pool.openRun()
})
afterAll(async () => {
  await Promise.all([pool.close(), site.close()])
  process.stdout.write(`${tried} tried, ${through} through\n`)
})

const listFiles = async () =>
  (await readdir(tmpdir())).filter((name) => !/^(waypost|playwright|node-compile|vitest)/.test(name))

async function evaluate({ context }: BrowserRun, code: string): Promise<unknown> {
  const page = await context.newPage()
  // A name of this machine that browsers trust as if it were https.
  await page.goto(site.url.replace('127.0.0.1', 'localhost'))
  return await page.evaluate(`(async () => { ${code} })()`)
}

describe.each(Object.entries(pageVectors))('a page does not reach %s:', (_what, vectors) => {
  test.each(vectors)('$name', async ({ code, before }) => {
    tried += 1
    if (before !== undefined) await evaluate(earlier, before)
    const answer = await evaluate(run, code)
    if (answer === 'through') through += 1
    expect(answer).not.toBe('through')
    expect(run.context.browser()?.isConnected()).toBe(true)
  })
})

// What belongs to a window is not in another window of the same run either.
test.each(pageVectors['another run']!.filter(({ name }) => !/session|name|history/.test(name)))(
  'a page reaches its own run’s $name',
  async ({ code }) => {
    expect(await evaluate(earlier, code)).toBe('through')
  },
)

test('the pages have left no file in the machine’s temp directory, and no window outside of the run', async () => {
  expect((await listFiles()).filter((name) => !files.includes(name))).toEqual([])
  expect(run.context.browser()!.contexts()).toHaveLength(1)
})
