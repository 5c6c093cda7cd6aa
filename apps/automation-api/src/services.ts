import type { Agent } from 'undici'
import type { EgressPolicy } from '@waypost/egress'
import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Storage } from '@waypost/storage'
import type { Keyring, Outbox } from '@waypost/webhooks'
import type { jobs } from './db/job-tables.ts'
import type { pipelineRuns } from './db/pipeline-tables.ts'
import type { automations, executions } from './db/tables.ts'
import type { ProgressFeed } from './executions/progress-feed.ts'
import type { Ranker } from './runner/healing/ranking/ranker.ts'
import type { automationChannel } from '@waypost/webhooks'

/** What the verbs work with; opened once by each process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  outbox: Outbox<typeof automationChannel.events>
  /** The queue of executions that wait for a runner. Whoever ends one may have to accept the next. */
  work: Boss
  keyring: Keyring
  /** What is in the files of upload steps. */
  storage: Storage
  /** Between the end of an execution and the start of the automation's next. */
  cooldownMs: number
  /** How many versions of an automation there are at most, the present one included. */
  versionsKept: number
  /** What follows when an execution, a pipeline run or a job ends. */
  followUps: FollowUps
}

/**
 * What follows an end in other parts of the service. Whoever ends something calls its follow-up in the same
 * transaction, and knows nothing of what is in it.
 */
export interface FollowUps {
  /** @param ended as it ended, with the values that it was given; `tx` holds its automation */
  executionEnded(
    tx: Db,
    services: Services,
    automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
    ended: typeof executions.$inferSelect,
  ): Promise<void>
  /**
   * Begins what waits for the automation of an execution that has ended.
   *
   * @param tx holds the automation
   * @returns the runs of pipelines for `runsLeft`
   */
  automationFreed(
    tx: Db,
    services: Services,
    ended: Pick<typeof executions.$inferSelect, 'automationId' | 'pipelineRunId'>,
  ): Promise<string[]>
  /** @returns whether a job waits for the pipeline, for `pipelineFreed` to begin once this is committed */
  pipelineRunEnded(tx: Db, services: Services, end: PipelineRunEnd): Promise<boolean>
  jobEnded(tx: Db, services: JobServices, job: typeof jobs.$inferSelect): Promise<void>
  /** @param targetId the automation or pipeline that `tx` deletes */
  targetDeleted(tx: Db, services: JobServices, targetId: string, error: string): Promise<void>
  /** Outside of a transaction, once the end of a pipeline's run is committed. */
  pipelineFreed(services: Services, pipelineId: string): Promise<void>
  /** Outside of a transaction: advances the runs that the transaction of an end could not. */
  runsLeft(services: Services, runIds: string[]): Promise<void>
}

/** How the run of a pipeline ended. */
export interface PipelineRunEnd {
  run: typeof pipelineRuns.$inferSelect
  status: 'completed' | 'failed' | 'partial_failed'
  /** Null where all of its members completed. */
  error: string | null
  /** The last that a member has saved. */
  sessionId: string | null
  /** What each automation read, by its id. */
  extractedData: Record<string, Record<string, string | string[]>>
}

/** What the end of a job needs. */
export type JobServices = Pick<Services, 'outbox' | 'followUps'>

/** What the API's verbs need besides. */
export interface ApiServices extends Services {
  egress: EgressPolicy
  /** Sends webhook tests, by way of the egress policy. */
  agent: Agent
  progress: ProgressFeed
  /** How many requests an account may make in a minute. */
  requestsPerMinute: number
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
