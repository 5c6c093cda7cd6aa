import type { Dispatcher as Agent } from 'undici'
import type { Logger } from '@waypost/http'
import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Channel, Keyring } from '@waypost/webhooks'

/** A channel with its database open. */
export interface OpenChannel {
  channel: Channel
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
