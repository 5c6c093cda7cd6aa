import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { Refusals } from '../pages/watch-documents.ts'

/** What a run may ask of its context; what would weaken its isolation is not among it. */
export type ContextOptions = Omit<
  BrowserContextOptions,
  'acceptDownloads' | 'serviceWorkers' | 'recordHar' | 'recordVideo' | 'clientCertificates'
> & {
  /** What its proxy answers by itself. */
  refusals?: Refusals
}

/** A browser that is up, of this machine or a remote one. */
export interface RunnerBrowser {
  version: string
  isConnected: () => boolean
  /** A context for one run. Pages in it share nothing with those of another. */
  newContext: (options?: ContextOptions) => Promise<BrowserContext>
  /** Ends it within seconds, the hard way if it does not go by itself. Never rejects. */
  close: () => Promise<void>
}
