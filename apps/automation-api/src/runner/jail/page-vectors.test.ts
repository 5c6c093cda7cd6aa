import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BrowserPool, BrowserRun } from '../browser/browser-pool.ts'
import { startPageServer, type PageServer } from '../page-server.ts'
import { pageVectors } from './page-vectors.ts'
import { openTestPool } from './test-jail.ts'

let site: PageServer
let pool: BrowserPool
let earlier: BrowserRun
let run: BrowserRun
let tempDirectory: string
let tried = 0
let through = 0

beforeAll(async () => {
  // Others of the machine leave files in its own.
  tempDirectory = await mkdtemp(join(tmpdir(), 'waypost-page-vectors-'))
  // The browser from npm is unpacked into it, and runs as another user where this process is root.
  await chmod(tempDirectory, 0o755)
  vi.stubEnv('TMPDIR', tempDirectory)
  site = await startPageServer({ '/': '<title>site</title>', '/worker.js': '' })
  pool = openTestPool()
  earlier = await pool.openRun()
  run = await pool.openRun()
})
afterAll(async () => {
  await Promise.all([pool.close(), site.close()])
  vi.unstubAllEnvs()
  await rm(tempDirectory, { recursive: true })
  process.stdout.write(`${tried} tried, ${through} through\n`)
})

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

test('the pages have left no file in the temp directory of the runner, and no window outside of the run', async () => {
  const left = (await readdir(tempDirectory)).filter((name) => !/^(waypost|playwright)/.test(name))
  expect(left).toEqual([])
  expect(run.context.browser()!.contexts()).toHaveLength(1)
})
