import type { BrowserContext, Page } from 'playwright-core'
import type { BrowserPool, BrowserRun } from './browser-pool.ts'
import { settlesWithin } from './settles-within.ts'

const openWithinMs = 5000

/** A run with its first page open. */
export interface PreparedRun extends BrowserRun {
  page: Page
}

export interface PreparedRuns {
  openRun: () => Promise<PreparedRun>
  close: () => Promise<void>
}

/**
 * Has contexts and their pages ready before runs ask for them, which takes longer than everything else that a run does
 * besides its steps. Each is nobody's until then, and one run's only: another is made when that one has ended.
 *
 * @param atATime of runs: so many may begin at the same moment
 */
export function prepareRuns(pool: Pick<BrowserPool, 'openRun' | 'close'>, atATime = 1): PreparedRuns {
  const ready: Promise<PreparedRun | undefined>[] = []
  const closing = new Set<Promise<void>>()

  const open = async (): Promise<PreparedRun> => {
    const run = await pool.openRun()
    try {
      return { ...run, page: await openPage(run.context) }
    } catch (error) {
      await run.close()
      throw error
    }
  }
  const prepare = (): void => {
    // What cannot be had ahead is asked for again when it is needed, and then says why.
    if (ready.length < atATime) ready.push(open().catch(() => undefined))
  }
  const takePrepared = async (): Promise<PreparedRun | undefined> => {
    const run = await ready.shift()
    // A browser may crash while nobody needs it.
    if (!run || (run.context.browser()?.isConnected() && !run.page.isClosed())) return run
    await run.close()
    return undefined
  }

  return {
    async openRun() {
      const run = (await takePrepared()) ?? (await open())
      return {
        ...run,
        async close() {
          const closed = run.close().then(prepare)
          closing.add(closed)
          await closed.finally(() => closing.delete(closed))
        },
      }
    },
    async close() {
      await Promise.all(closing)
      await Promise.all(ready.splice(0).map(async (run) => (await run)?.close()))
      await pool.close()
    },
  }
}

/** Playwright never answers for a page whose browser dies while it is being opened. */
async function openPage(context: BrowserContext): Promise<Page> {
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
