import type { BrowserContext, Page } from 'playwright-core'
import { boundUse, findExcess, usualBounds } from '../jail/bound-use.ts'
import type { BrowserPool, BrowserRun } from './browser-pool.ts'
import { browserAnswersWithinMs } from './runner-browser.ts'
import { settlesWithin } from '@waypost/concurrency'

/** A run with its first page open. */
interface PreparedRun extends BrowserRun {
  page: Page
}

/** A run that has begun. */
export interface BegunRun extends Omit<PreparedRun, 'reopen' | 'findExcess' | 'isEnding'> {
  /** Opens another context with its first page in place of the run's, which is closed. */
  reopen: (...chosen: Parameters<BrowserRun['reopen']>) => Promise<Pick<PreparedRun, 'context' | 'page'>>
  /** Aborted, with an error that names the bound, once the run has used more than it may. Its browser is ended then. */
  exceeded: AbortSignal
  /** The bound that it is above just now, if it is above one. */
  findExcess: () => string | undefined
  /** Once its browser is gone: the bound that has ended it, if one has. */
  whyEnded: () => Promise<string | undefined>
}

export interface PreparedRuns {
  /** Starts browsers before the first run, and returns their version. Rejects if none can be started. */
  warmUp: () => Promise<string>
  openRun: () => Promise<BegunRun>
  close: () => Promise<void>
}

/**
 * Starts browsers before runs ask for them, because that takes longer than the rest of a run's overhead. Each is used by
 * one run only; another one is started when that run has ended.
 *
 * @param atATime how many runs may begin at the same moment
 *
 * @param openWithinMs how long opening a page may take
 */
export function prepareRuns(
  pool: Pick<BrowserPool, 'openRun' | 'close'>,
  atATime = 1,
  bounds = usualBounds,
  openWithinMs = browserAnswersWithinMs,
): PreparedRuns {
  const ready: Promise<PreparedRun | undefined>[] = []
  const closing = new Set<Promise<void>>()
  let isClosed = false

  const open = async (): Promise<PreparedRun> => {
    const run = await pool.openRun()
    try {
      return { ...run, page: await openPage(run.context, openWithinMs) }
    } catch (error) {
      await run.close()
      throw error
    }
  }
  const prepare = (opening = open()): void => {
    // A failed preparation is repeated when the run is needed, and then reports the error.
    ready.push(opening.catch(() => undefined))
  }
  const takePrepared = async (): Promise<PreparedRun | undefined> => {
    const run = await ready.shift()
    // A browser may crash, or its host be told to stop, while it is not in use.
    const isUsable = (each: PreparedRun) => each.context.browser()?.isConnected() && !each.page.isClosed()
    if (!run || (isUsable(run) && !(await run.isEnding()))) return run
    await run.close()
    return undefined
  }

  return {
    async warmUp() {
      const first = open()
      prepare(first)
      const { context } = await first
      while (ready.length < atATime) prepare()
      return context.browser()!.version()
    },
    async openRun() {
      const run = (await takePrepared()) ?? (await open())
      const exceeded = new AbortController()
      const current = { context: run.context, pid: run.pid, group: run.group, traffic: run.traffic }
      const bounding = boundUse(bounds, current, (reason) => {
        exceeded.abort(new Error(reason))
        void run.close()
      })
      return {
        ...run,
        exceeded: exceeded.signal,
        findExcess: () => findExcess(bounds, current),
        whyEnded: async () => findExcess(bounds, current) ?? (await run.findExcess()),
        async reopen(...chosen) {
          current.context = await run.reopen(...chosen)
          return { context: current.context, page: await openPage(current.context, openWithinMs) }
        },
        async close() {
          bounding.stop()
          const closed = run.close().then(() => {
            if (ready.length < atATime && !isClosed) prepare()
          })
          closing.add(closed)
          await closed.finally(() => closing.delete(closed))
        },
      }
    },
    async close() {
      isClosed = true
      await Promise.all(closing)
      await Promise.all(ready.splice(0).map(async (run) => (await run)?.close()))
      await pool.close()
    },
  }
}

/** Playwright never settles a page whose browser dies while the page is being opened. */
async function openPage(context: BrowserContext, openWithinMs: number): Promise<Page> {
  const browser = context.browser()!
  const { promise: gone, resolve: tell } = Promise.withResolvers<unknown>()
  browser.on('disconnected', tell)
  try {
    const opening = context.newPage()
    const isSettled = await settlesWithin(openWithinMs, Promise.race([opening, gone]))
    if (!isSettled || !browser.isConnected()) throw new Error('The browser does not answer')
    return await opening
  } finally {
    browser.off('disconnected', tell)
  }
}
