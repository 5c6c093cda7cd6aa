import { mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import type { RunnerBrowser } from './runner-browser.ts'
import { endProcess } from './end-process.ts'
import { findChromium, type FoundChromium } from './find-chromium.ts'
import { isolationArguments } from './launch-arguments.ts'
import { limitMemory } from './limit-memory.ts'
import { openContext } from './open-context.ts'
import { removeStaleProfiles } from './remove-stale-profiles.ts'
import { settlesWithin } from '@waypost/concurrency'

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
  args = [],
  heapMegabytes = 512,
  pageMegabytes = 1536,
  closeTimeoutMs = 5_000,
}: {
  executablePath?: string | undefined
  /** The result of `findChromium`, to search only once. */
  found?: FoundChromium
  isolated?: boolean
  /** Additional arguments. */
  args?: string[]
  heapMegabytes?: number | undefined
  pageMegabytes?: number | undefined
  /** How long it may take to close by itself before it is killed. */
  closeTimeoutMs?: number
} = {}): Promise<RunnerBrowser> {
  await removeStaleProfiles(tmpdir())
  // One directory for all browsers: nothing is kept in it, so nothing is left in it either.
  const artifactsDir = join(tmpdir(), `waypost-artifacts-${userInfo().uid}`)
  await mkdir(artifactsDir, { recursive: true, mode: 0o700 })
  const browser = await chromium.launch({
    ...atLowPriority(found ?? (await findChromium({ executablePath }))),
    artifactsDir,
    args: [...(isolated ? isolationArguments({ heapMegabytes }) : []), ...args],
    // Chromium's sandbox does not work for root. Any other user gets the sandbox or no browser.
    chromiumSandbox: process.getuid?.() !== 0,
    // The process that launches the browser decides when it ends.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  const memory = isolated ? limitMemory(session, { maxBytes: pageMegabytes * 2 ** 20 }) : undefined
  browser.once('disconnected', () => memory?.stop())

  return {
    version: browser.version(),
    isConnected: () => browser.isConnected(),
    newContext: (options) => openContext(browser, options),
    async close() {
      if (await settlesWithin(closeTimeoutMs, browser.close())) return
      if (pid !== undefined) endProcess(pid)
      await settlesWithin(closeTimeoutMs, disconnected(browser))
    },
  }
}

function atLowPriority(found: FoundChromium): FoundChromium {
  if (process.platform === 'win32') return found
  const env = { ...found.env, CHROMIUM: found.executablePath }
  return { executablePath: join(import.meta.dirname, 'launch-chromium.sh'), env }
}

async function disconnected(browser: Browser): Promise<void> {
  if (browser.isConnected()) await new Promise((resolve) => browser.once('disconnected', resolve))
}
