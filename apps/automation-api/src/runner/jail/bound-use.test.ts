import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BrowserPool } from '../browser/browser-pool.ts'
import { prepareRuns, type BegunRun } from '../browser/prepare-runs.ts'
import { startPageServer, type PageServer } from '../page-server.ts'
import { type RunBounds, usualBounds } from './bound-use.ts'
import { listTree, openTestPool } from './test-jail.ts'

let site: PageServer
let pool: BrowserPool

beforeEach(async () => {
  site = await startPageServer({
    '/': '<title>site</title>',
    '/large': (_request, response) => response.end('x'.repeat(4 * 2 ** 20)),
  })
  pool = openTestPool()
})
afterEach(() => Promise.all([pool.close(), site.close()]))

async function open(bounds: Partial<RunBounds>): Promise<BegunRun> {
  const run = await prepareRuns(pool, 1, { ...usualBounds, ...bounds }).openRun()
  await run.page.goto(site.url)
  return run
}

const forever = (what: string) => `
  const kept = []
  const more = () => { ${what}; setTimeout(more) }
  more()`
const frames = `
  for (let n = 2; n < 40; n += 1) {
    const frame = document.createElement('iframe')
    frame.src = location.href.replace('127.0.0.1', '127.0.0.' + n)
    document.body.append(frame)
  }`

const forkBomb = `
  const bomb = (from, left) => {
    new from.Worker(from.URL.createObjectURL(new from.Blob(['onmessage = () => {}'])))
    const frame = from.document.createElement('iframe')
    frame.src = location.href.replace('127.0.0.1', '127.0.0.' + (2 + Math.floor(Math.random() * 250)))
    from.document.body.append(frame)
    for (let n = 0; n < 3 && left > 0; n += 1) bomb(from.open(''), left - 1)
  }
  bomb(window, 3)`

test.each([
  {
    bound: { memoryMebibytes: 600 },
    what: 'arrays',
    code: forever('kept.push(new Uint8Array(2e7).fill(1))'),
    reason: 'The run used more than 600 MiB of memory',
  },
  {
    bound: { memoryMebibytes: 600 },
    what: 'Blobs, which the browser’s own process holds',
    code: forever('kept.push(new Blob([new Uint8Array(2e7).fill(1)]))'),
    reason: 'The run used more than 600 MiB of memory',
  },
  {
    bound: { cpuSeconds: 3 },
    what: 'the processor, in workers',
    code: `for (let n = 0; n < 4; n += 1) new Worker(URL.createObjectURL(new Blob(['for (;;);'])))`,
    reason: 'The run used more than 3 s of processor time',
  },
  {
    bound: { windows: 3 },
    what: 'windows',
    code: `for (let n = 0; n < 6; n += 1) open('about:blank')`,
    reason: 'The run opened more than 3 windows',
  },
  {
    bound: { processes: 20 },
    what: 'processes, by frames of many sites',
    code: frames,
    reason: 'The run started more than 20 processes',
  },
  {
    bound: { processes: 40, windows: 20 },
    what: 'whatever starts a process, as a fork bomb does: windows that open windows, each with workers and frames',
    code: forkBomb,
    reason: /^The run (opened more than 20 windows|started more than 40 processes)$/,
  },
  {
    bound: { trafficMebibytes: 2 },
    what: 'the network',
    code: `fetch('/large')`,
    reason: 'The run transferred more than 2 MiB',
  },
])('a page that takes too much of $what ends its own run only, with the bound’s name', async (attack) => {
  const [run, other] = [await open(attack.bound), await open({})]
  run.page.evaluate(`${attack.code}; 0`).catch(() => {})
  await waitFor('the bound', () => run.exceeded.aborted)
  expect((run.exceeded.reason as Error).message).toMatch(attack.reason)
  await waitFor('the end of its browser', () => !run.context.browser()!.isConnected())
  expect(await other.page.title()).toBe('site')
})

test.runIf(process.platform === 'linux')(
  'a page that has used much processor time goes on at a lower priority than those of other runs',
  async () => {
    const [run, other] = [await open({}), await open({})]
    run.page.evaluate('for (;;);').catch(() => {})
    await waitFor('a lower priority', () => prioritiesOf(run).every((nice) => nice >= 15))
    expect(Math.min(...prioritiesOf(other))).toBeLessThan(15)
  },
)

if (existsSync('/proc/self/autogroup'))
  test('a browser has a session of its own with a low priority, and a lower one once it has used much processor time', async () => {
    const [run, other] = [await open({}), await open({})]
    const sessions = new Set(listTree(run.pid!).map(({ pid }) => sessionOf(pid)))
    expect(sessions.size).toBe(1)
    expect(nameOf([...sessions][0]!)).not.toBe(nameOf(sessionOf(process.pid)))
    run.page.evaluate('for (;;);').catch(() => {})
    await waitFor('a lower priority', () => sessionOf(run.pid!).endsWith(' nice 15'))
    expect(sessionOf(other.pid!)).toMatch(/ nice 10$/)
  })

// Empty for a process in whose line nobody has begun a session since the machine started.
const sessionOf = (pid: number) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim()
const nameOf = (session: string) => session.split(' ')[0]

const prioritiesOf = ({ pid }: BegunRun) =>
  listTree(pid!).flatMap((each) => {
    try {
      return [getPriority(each.pid)]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
