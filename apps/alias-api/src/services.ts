import type { PgBoss } from 'pg-boss'
import type { EgressPolicy } from '@waypost/egress'
import type { Clock, Db } from '@waypost/postgres'
import type { aliasChannel, Keyring, Outbox } from '@waypost/webhooks'

/** What the verbs work with; opened once by each process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  outbox: Outbox<typeof aliasChannel.events>
  /** What the API leaves for the mail process to do. */
  work: PgBoss
  keyring: Keyring
}

/** What the API's verbs need besides. */
export interface ApiServices extends Services {
  egress: EgressPolicy
}
