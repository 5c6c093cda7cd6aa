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
