import type { Browser, BrowserContext } from 'playwright-core'
import type { ContextOptions } from './runner-browser.ts'
import { guardNavigations } from './guard-navigations.ts'

/** A context as a run needs it, with what no run may change. */
export async function openContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, acceptDownloads: false, serviceWorkers: 'block' })
  guardNavigations(context)
  return context
}
