import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settlesWithin } from '@waypost/concurrency'
import { endProcess } from './end-process.ts'
import { findChromium, type FoundChromium } from './find-chromium.ts'
import { isolationArguments, unwantedArguments } from './launch-arguments.ts'
import { loadPlaywright } from './load-playwright.ts'
import { openContext } from './open-context.ts'
import { removeStaleProfiles } from './remove-stale-profiles.ts'
import type { RunnerBrowser } from './runner-browser.ts'

// Looking for what killed processes have left reads the command lines of all others.
const tidyEveryMs = 60_000
let tidiedAt = -Infinity

/**
 * Starts a Chromium of this machine. Isolated, it reaches only what a context's proxy reaches for it.
 *
 * It is controlled over a pipe and exits when the other end is closed, so that it does not outlive this process,
 * however that ends. The next start removes the profile that a killed process left behind.
 */
export async function launchBrowser({
  executablePath,
  found,
  isolated = false,
  jail = [],
  args = [],
  heapMegabytes = 512,
  closeTimeoutMs = 5_000,
}: {
  executablePath?: string | undefined
  /** The result of `findChromium`, to search only once. */
  found?: FoundChromium | undefined
  isolated?: boolean
  /** The words of a command that starts another one in a jail. */
  jail?: string[]
  /** Additional arguments. */
  args?: string[]
  heapMegabytes?: number | undefined
  /** How long it may take to end. */
  closeTimeoutMs?: number
} = {}): Promise<RunnerBrowser> {
  if (performance.now() - tidiedAt > tidyEveryMs) {
    tidiedAt = performance.now()
    await removeStaleProfiles(tmpdir())
  }
  // One directory for all browsers: nothing is kept in it, so nothing is left in it either.
  const artifactsDir = join(tmpdir(), `waypost-artifacts-${process.getuid?.()}`)
  await mkdir(artifactsDir, { recursive: true, mode: 0o700 })
  const pidFile = join(artifactsDir, `${randomUUID()}.pid`)
  const { chromium } = await loadPlaywright()
  const browser = await chromium.launch({
    ...startedBy(found ?? (await findChromium({ executablePath })), { jail, pidFile }),
    artifactsDir,
    args: [...(isolated ? isolationArguments({ heapMegabytes }) : []), ...args],
    ...(isolated && { ignoreDefaultArgs: unwantedArguments }),
    // Chromium's sandbox does not work for root. Any other user gets the sandbox or no browser.
    chromiumSandbox: process.getuid?.() !== 0 || jail.length > 0,
    // The process that launches the browser decides when it ends.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const disconnected = new Promise((resolve) => browser.once('disconnected', resolve))
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '')) || undefined
  await rm(pidFile, { force: true })

  return {
    version: browser.version(),
    pid,
    isConnected: () => browser.isConnected(),
    newContext: (options) => openContext(browser, options),
    async close() {
      // Nothing of it is kept, so it need not end in an orderly way.
      if (pid === undefined) await settlesWithin(closeTimeoutMs, browser.close())
      else endProcess(pid)
      if (browser.isConnected()) await settlesWithin(closeTimeoutMs, disconnected)
    },
  }
}

function startedBy(
  found: FoundChromium,
  { jail, pidFile }: { jail: string[]; pidFile: string },
): FoundChromium {
  if (process.platform === 'win32') return found
  const env = { ...found.env, CHROMIUM: found.executablePath, JAIL: jail.join('\n'), PID_FILE: pidFile }
  return { executablePath: join(import.meta.dirname, 'launch-chromium.sh'), env }
}
