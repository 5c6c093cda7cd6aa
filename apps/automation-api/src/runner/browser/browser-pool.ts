import type { Traffic } from '@waypost/egress'
import type { BrowserContext } from 'playwright-core'
import type { BrowserSupply } from './browser-supply.ts'
import { startRunProxy, type RunProxyOptions } from './run-proxy.ts'
import type { ContextOptions, RunnerBrowser } from './runner-browser.ts'
import { settlesWithin } from '@waypost/concurrency'

/** The browser's part of one run. */
export interface BrowserRun {
  context: BrowserContext
  /** The run's proxy as its browser knows it; undefined where a grid isolates its browsers itself. */
  proxyUrl: string | undefined
  /** The traffic of the run's proxy; undefined where a grid isolates its browsers itself. */
  traffic: () => Traffic | undefined
  /** Closes the context and every connection of the run, within seconds. Never rejects. */
  close: () => Promise<void>
}

export interface BrowserPool {
  /** Starts a browser before the first run, and returns its version. Rejects if none can be started. */
  warmUp: () => Promise<string>
  /** A context in a running browser. Rejects if none can be started. */
  openRun: (options?: Omit<ContextOptions, 'proxy' | 'refusals'>) => Promise<BrowserRun>
  /** Closes all browsers, including those with runs. */
  close: () => Promise<void>
}

/** A browser of the pool. It gets runs until it is retired, and is closed after the last of them. */
interface Member {
  browser: Promise<RunnerBrowser>
  taken: number
  active: number
  isRetired: boolean
}

/**
 * Keeps one browser running for the runs of this process. It is replaced after `runsPerBrowser` runs, because Chromium
 * leaks memory per browser, and at once when it crashed, or did not open or close a context in time. The old browser
 * stays until its runs have ended.
 */
export function createBrowserPool({
  supply,
  egress,
  runsPerBrowser = 50,
  timeoutMs = 5_000,
}: {
  supply: BrowserSupply
  egress: RunProxyOptions
  runsPerBrowser?: number
  /** For opening a context, and for closing one. */
  timeoutMs?: number
}): BrowserPool {
  const members = new Set<Member>()
  let current: Member | undefined
  let isClosed = false

  function addMember(): Member {
    const member: Member = { browser: supply.open(), taken: 0, active: 0, isRetired: false }
    members.add(member)
    member.browser.catch(() => retire(member))
    return member
  }

  function retire(member: Member): void {
    member.isRetired = true
    if (current === member) current = undefined
    void endIfIdle(member)
  }

  async function endIfIdle(member: Member): Promise<void> {
    if (!member.isRetired || member.active > 0) return
    await end(member)
    members.delete(member)
  }

  async function take(): Promise<Member> {
    const held = current
    if (held && !(await held.browser).isConnected()) retire(held)
    if (isClosed) throw new Error('The browsers of this process were closed')
    // Concurrent runs share the next browser: only the first one that finds the old one gone replaces it.
    const member = (current ??= addMember())
    member.active += 1
    member.taken += 1
    if (member.taken >= runsPerBrowser) retire(member)
    return member
  }

  function giveBack(member: Member): void {
    member.active -= 1
    void endIfIdle(member)
  }

  async function openContext(options: ContextOptions): Promise<{ member: Member; context: BrowserContext }> {
    const member = await take()
    try {
      const opening = (await member.browser).newContext(options)
      if (await settlesWithin(timeoutMs, opening)) return { member, context: await opening }
      retire(member)
      opening.then((context) => context.close()).catch(() => {})
      throw new Error('The browser does not answer')
    } catch (error) {
      // The context's options may be at fault as well.
      const isUp = await member.browser.then((browser) => browser.isConnected()).catch(() => false)
      if (!isUp) retire(member)
      giveBack(member)
      throw error
    }
  }

  async function openRun(options: Omit<ContextOptions, 'proxy' | 'refusals'> = {}): Promise<BrowserRun> {
    const proxy = supply.proxyReach && (await startRunProxy(supply.proxyReach, egress))
    const isolated = { ...options, ...(proxy && { proxy: proxy.settings, refusals: proxy.refusals }) }
    try {
      // A browser can be gone without notice: the run then gets its replacement.
      const { member, context } = await openContext(isolated).catch(() => openContext(isolated))
      return {
        context,
        proxyUrl: proxy?.settings.server,
        traffic: () => proxy?.traffic(),
        async close() {
          await proxy?.close()
          if (!(await settlesWithin(timeoutMs, context.close()))) retire(member)
          giveBack(member)
        },
      }
    } catch (error) {
      await proxy?.close()
      throw error
    }
  }

  return {
    warmUp: async () => (await (current ??= addMember()).browser).version,
    openRun,
    async close() {
      isClosed = true
      await Promise.all([...members].map(end))
    },
  }
}

async function end({ browser }: { browser: Promise<RunnerBrowser> }): Promise<void> {
  await browser.then((up) => up.close()).catch(() => {})
}
