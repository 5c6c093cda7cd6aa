import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@waypost/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type PageServer, startPageServer } from '../page-server.ts'
import { launchBrowser } from './launch-browser.ts'
import { removeStaleProfiles } from './remove-stale-profiles.ts'

let directory: string
let site: PageServer

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-launch-'))
  site = await startPageServer({
    '/': '<title>site</title><a href="/file" download>file</a>',
    '/file': (_request, response) => response.setHeader('Content-Disposition', 'attachment').end('content'),
  })
})
afterEach(async () => {
  await site.close()
  await rm(directory, { recursive: true })
})

async function openPage(options: Parameters<typeof launchBrowser>[0] = {}) {
  const browser = await launchBrowser(options)
  onTestFinished(browser.close)
  const context = await browser.newContext()
  return { browser, context, page: await context.newPage() }
}

/** Processes with this text on their command lines that do not begin with `except`. */
async function findProcesses(name: string, except = '\0'): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids
    .filter((_pid, index) => lines[index]?.includes(name) && !lines[index].startsWith(except))
    .map(Number)
}

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return status !== undefined && !status.includes(') Z ')
}

/** A process like the runner. */
const startRunner = (...args: string[]): ChildProcess => {
  const runner = fork(new URL('launch-in-process.ts', import.meta.url), args, { execArgv: [] })
  onTestFinished(() => void runner.kill('SIGKILL'))
  return runner
}

it('a browser’s language and time zone do not depend on the machine', async () => {
  const { page } = await openPage({ args: ['--lang=C'] })
  expect(
    await page.evaluate(`[
      ...navigator.languages,
      new Intl.NumberFormat(navigator.language).format(1234.5),
      new Date(0).getTimezoneOffset(),
      new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ]`),
  ).toEqual(['en-US', '1,234.5', 0, 'UTC'])
})

it('every process of a browser yields to the services of the machine', async () => {
  const [processes] = (await once(startRunner(), 'message')) as [number[]]
  expect(processes.length).toBeGreaterThan(1)
  expect(new Set(processes.map((pid) => getPriority(pid)))).toEqual(new Set([5]))
})

it('a browser reports its version and whether it is alive', async () => {
  const browser = await launchBrowser()
  expect(browser.version).toMatch(/^\d+\.\d+/)
  expect(browser.isConnected()).toBe(true)
  await browser.close()
  expect(browser.isConnected()).toBe(false)
})

it('a browser does not get the runner’s environment', async () => {
  const executablePath = join(directory, 'browser')
  await writeFile(executablePath, `#!/bin/sh\nenv > ${directory}/environment\nexit 1\n`, { mode: 0o755 })
  process.env.SECRET_OF_THE_RUNNER = 'secret'
  onTestFinished(() => void delete process.env.SECRET_OF_THE_RUNNER)
  await expect(launchBrowser({ executablePath })).rejects.toThrow()
  const environment = await readFile(join(directory, 'environment'), 'utf8')
  expect(environment).toContain('HOME=')
  expect(environment).not.toContain('SECRET_OF_THE_RUNNER')
})

it('an isolated browser reaches nothing in a context without a proxy', async () => {
  const { page } = await openPage({ isolated: true })
  await expect(page.goto(site.url)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED')
  expect(site.requests).toEqual([])
})

it('a browser refuses downloads', async () => {
  const { page } = await openPage()
  await page.goto(site.url)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a')])
  expect(await download.failure()).toMatch('acceptDownloads')
  await expect(download.path()).rejects.toThrow()
})

it.runIf(process.platform === 'linux')('a browser that does not answer is ended all the same', async () => {
  const profile = await mkdtemp(join(directory, 'profile-'))
  const browser = await launchBrowser({ args: [`--crash-dumps-dir=${profile}`] })
  // Debian's command is a shell script that waits for the browser.
  const pids = await findProcesses(profile, '/bin/sh')
  process.kill(Math.min(...pids), 'SIGSTOP')
  await browser.close()
  expect(browser.isConnected()).toBe(false)
  await waitFor('its processes to end', async () => (await findProcesses(profile)).length === 0)
})

it('a heap beyond its limit ends only the page that has it', async () => {
  const { browser, page } = await openPage({ isolated: true, heapMegabytes: 128 })
  const other = await (await browser.newContext()).newPage()
  await other.evaluate(`document.title = 'here'`)
  const hoard = `
    const hoard = []
    const more = () => { hoard.push(Array.from({ length: 1e6 }, (_, i) => ({ i }))); setTimeout(more) }
    more()`
  // The time limit of a test ends what hangs: on a busy machine a heap fills slowly.
  await Promise.all([page.waitForEvent('crash', { timeout: 0 }), page.evaluate(hoard)])
  expect(await other.title()).toBe('here')
})

describe('when its process is killed', () => {
  it.runIf(process.platform === 'linux').each([{ state: 'idle' }, { state: 'busy' }, { state: 'loading' }])(
    'the browser leaves nothing running, $state as it may be',
    async ({ state }) => {
      const runner = startRunner(state)
      const [pids] = (await once(runner, 'message')) as [number[]]
      // Chromium also has helpers that start and end at any time.
      expect((await Promise.all(pids.map(isRunning))).filter(Boolean).length).toBeGreaterThan(2)
      runner.kill('SIGKILL')
      await waitFor(
        'all of its processes to end',
        async () => !(await Promise.all(pids.map(isRunning))).includes(true),
      )
    },
  )

  it.runIf(process.platform === 'linux')(
    'the next start removes the profile, and no profile in use',
    async () => {
      const long = new Date(Date.now() - 3_600_000)
      const make = async (name: string, modified: Date) => {
        const path = join(directory, name)
        await mkdir(path)
        await utimes(path, modified, modified)
        return path
      }
      await make('playwright_chromiumdev_profile-left', long)
      const used = await make('playwright_chromiumdev_profile-used', long)
      await make('playwright_chromiumdev_profile-new', new Date())
      await make('another', long)
      const user = startRunner(`--user-data-dir=${used}`)
      await once(user, 'spawn')
      await removeStaleProfiles(directory)
      expect((await readdir(directory)).toSorted()).toEqual([
        'another',
        'playwright_chromiumdev_profile-new',
        'playwright_chromiumdev_profile-used',
      ])
      await access(used)
    },
  )
})
