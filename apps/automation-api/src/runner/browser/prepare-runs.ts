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
 * Has a context and its page ready before a run asks for them, which takes longer than everything else that a run does
 * besides its steps. It is nobody's until then, and one run's only: the next is made when that one has ended.
 */
export function prepareRuns(pool: Pick<BrowserPool, 'openRun' | 'close'>): PreparedRuns {
  let next: Promise<PreparedRun | undefined> | undefined
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
    next ??= open().catch(() => undefined)
  }
  const takePrepared = async (): Promise<PreparedRun | undefined> => {
    const taken = next
    next = undefined
    const run = await taken
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
      await (await next)?.close()
      next = undefined
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
