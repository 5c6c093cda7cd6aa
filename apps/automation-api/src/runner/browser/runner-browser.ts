import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { Refusals } from '../pages/watch-documents.ts'

/** The context options that a run may choose; options that would weaken its isolation are excluded. */
export type ContextOptions = Omit<
  BrowserContextOptions,
  'acceptDownloads' | 'serviceWorkers' | 'recordHar' | 'recordVideo' | 'clientCertificates'
> & {
  /** The responses of its proxy itself. */
  refusals?: Refusals
}

/**
 * How long a browser may take to open a context, or a page: as long as Playwright gives it to start. On a busy machine
 * both take ten seconds, and a run that begins late is better than one that fails. A browser that has died is noticed at once.
 */
export const browserAnswersWithinMs = 30_000

/** A running browser, on this machine or remote. */
export interface RunnerBrowser {
  version: string
  /** The first of its processes, above all others; undefined where it runs elsewhere. */
  pid?: number | undefined
  isConnected: () => boolean
  /** A context for one run. Its pages share nothing with those of another context. */
  newContext: (options?: ContextOptions) => Promise<BrowserContext>
  /** Ends the browser with all its processes within seconds. Never rejects. */
  close: () => Promise<void>
}
