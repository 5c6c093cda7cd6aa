import type { Browser, BrowserContext } from 'playwright-core'
import { watchDocuments } from '../pages/watch-documents.ts'
import { watchInterruptions } from '../pages/watch-interruptions.ts'
import type { ContextOptions } from './runner-browser.ts'
import { guardNavigations } from './guard-navigations.ts'

// By default the machine's settings apply, whose "C" or "POSIX" becomes a language that `Intl` throws at.
const place = { locale: 'en-US', timezoneId: 'UTC' }

/** A context with a run's options, and with settings that no run may change. */
export async function openContext(
  browser: Browser,
  { refusals, ...options }: ContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...place,
    ...options,
    acceptDownloads: false,
    serviceWorkers: 'block',
  })
  guardNavigations(context)
  watchDocuments(context, refusals)
  watchInterruptions(context)
  return context
}
