import type { Logger, Stop } from '@waypost/http'
import type { readMailEnv } from '../env.ts'

export type MailEnv = ReturnType<typeof readMailEnv>

/** What the parts of the mail process are started with; each says how it is stopped, and the last one stops first. */
export interface MailProcess {
  env: MailEnv
  logger: Logger
  onStop(stop: Stop): void
}
