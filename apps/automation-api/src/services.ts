import type { PgBoss } from 'pg-boss'
import type { Agent } from 'undici'
import type { EgressPolicy } from '@waypost/egress'
import type { Clock, Db } from '@waypost/postgres'
import type { Keyring, Outbox } from '@waypost/webhooks'
import type { ProgressFeed } from './executions/progress-feed.ts'
import type { Ranker } from './runner/healing/ranker.ts'
import type { automationChannel } from '@waypost/webhooks'

/** What the verbs work with; opened once by each process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  outbox: Outbox<typeof automationChannel.events>
  /** The queue of executions that wait for a runner. Whoever ends one may have to accept the next. */
  work: PgBoss
  keyring: Keyring
  /** Between the end of an execution and the start of the automation's next. */
  cooldownMs: number
  /** How many versions of an automation there are at most, the present one included. */
  versionsKept: number
}

/** What the API's verbs need besides. */
export interface ApiServices extends Services {
  egress: EgressPolicy
  /** Sends webhook tests, by way of the egress policy. */
  agent: Agent
  progress: ProgressFeed
  /** WEBHOOK_FALLBACK_SECRET, of which each owner's is derived. */
  fallbackSecret: string
}

/** What runs need besides. */
export interface RunnerServices extends Services {
  /** Where what is generated may go. */
  egress: EgressPolicy
  /** How long a saved session can be used. */
  sessionTtlMs: number
  /** Of what a broken step may be healed onto, where not the usual rankers; `hide` takes a run's secrets out. */
  createRankers?: (hide: (text: string) => string) => Ranker[]
  /** Told how each repair of a step came out. */
  onHeal?: (outcome: 'succeeded' | 'failed') => void
}

/** On whose behalf a verb acts, and from where. */
export interface Actor {
  ownerId: string
  /** The API key that speaks for the owner; null where the owner is signed in. */
  keyId: string | null
  ip: string
}
