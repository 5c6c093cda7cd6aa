import type { RunnerBrowser } from './browser.ts'

/** Keeps one browser up for the runs of this process, and brings up another when it has gone. */
export function createBrowserKeeper(launch: () => Promise<RunnerBrowser>) {
  let current: Promise<RunnerBrowser> | undefined
  return {
    async get(): Promise<RunnerBrowser> {
      const held = current
      const browser = await held?.catch(() => undefined)
      if (browser?.isConnected()) return browser
      // Runs that start together share the next one: only the first to find the old one gone replaces it.
      if (current === held) current = launch()
      return current!
    },
    async close(): Promise<void> {
      const browser = await current?.catch(() => undefined)
      await browser?.close()
    },
  }
}
