import type { BrowserContext, Page } from 'playwright-core'
import type { BrowserPool, BrowserRun } from './browser-pool.ts'
import { settlesWithin } from '@waypost/concurrency'

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
 * Prepares contexts and their pages before runs ask for them, because that takes longer than the rest of a run's
 * overhead. Each is used by one run only; another one is prepared when that run has ended.
 *
 * @param atATime how many runs may begin at the same moment
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
    // A failed preparation is repeated when the run is needed, and then reports the error.
    if (ready.length < atATime) ready.push(open().catch(() => undefined))
  }
  const takePrepared = async (): Promise<PreparedRun | undefined> => {
    const run = await ready.shift()
    // A browser may crash while it is not in use.
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

/** Playwright never settles a page whose browser dies while the page is being opened. */
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
