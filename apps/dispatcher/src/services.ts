import type { Logger } from '@waypost/http'
import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Agent, Channel, Keyring } from '@waypost/webhooks'

/** A channel with one of its databases open. */
export interface OpenChannel {
  channel: Channel
  /** The service's name, and that of the cell that the database is: `automation`, `automation/c1`. */
  name: string
  db: Db
  boss: Boss
  /** Attempt n is made this long after the event (n = 1) or after the previous failure. */
  delaysMs: number[]
}

export interface Services {
  /** Sends through the egress policy. */
  agent: Agent
  keyring: Keyring
  clock: Clock
  logger: Logger
}
