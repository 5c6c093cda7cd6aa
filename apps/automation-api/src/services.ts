import type { Feed } from '@waypost/concurrency'
import type { EgressPolicy } from '@waypost/egress'
import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Storage } from '@waypost/storage'
import type { Agent, ExtractedData, Keyring, Outbox } from '@waypost/webhooks'
import type { jobs } from './db/job-tables.ts'
import type { pipelineRuns } from './db/pipeline-tables.ts'
import type { automations, executions } from './db/tables.ts'
import type { Limits } from './limits/limits.ts'
import type { Ranker } from './runner/healing/ranking/ranker.ts'
import type { automationChannel } from '@waypost/webhooks'

/** The dependencies of the service's functions; opened once by each process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  outbox: Outbox<typeof automationChannel.events>
  /** The queue of executions that wait for a runner. The end of one may accept the next. */
  work: Boss
  keyring: Keyring
  /** The contents of upload steps' files. */
  storage: Storage
  /** Between the end of an execution and the start of the automation's next. */
  cooldownMs: number
  /** The limits of accounts for which the operator has set no others. */
  limits: Limits
  /** What happens when an execution, a pipeline run or a job ends. */
  followUps: FollowUps
}

/**
 * What an end causes in other parts of the service. The function that ends something calls its follow-up in the same
 * transaction, and does not depend on what the follow-up does.
 */
export interface FollowUps {
  /** @param ended the execution as it ended, with its given values; `tx` holds its automation */
  executionEnded(
    tx: Db,
    services: Services,
    automation: Pick<typeof automations.$inferSelect, 'id' | 'name'>,
    ended: typeof executions.$inferSelect,
  ): Promise<void>
  /**
   * Begins what waits for the automation of an execution that has ended.
   *
   * @param tx - Has locked the automation.
   *
   * @returns The pipeline runs for `runsDeferred`.
   */
  automationFreed(
    tx: Db,
    services: Services,
    ended: Pick<typeof executions.$inferSelect, 'automationId' | 'pipelineRunId'>,
  ): Promise<string[]>
  /** @returns whether a job waits for the pipeline, for `pipelineFreed` to begin after the commit */
  pipelineRunEnded(tx: Db, services: Services, end: PipelineRunEnd): Promise<boolean>
  jobEnded(tx: Db, services: JobServices, job: typeof jobs.$inferSelect): Promise<void>
  /** @param targetId the automation or pipeline that `tx` deletes */
  targetDeleted(tx: Db, services: JobServices, targetId: string, error: string): Promise<void>
  /** Outside of a transaction, once the end of a pipeline's run is committed. */
  pipelineFreed(services: Services, pipelineId: string): Promise<void>
  /** Outside of a transaction: advances the pipeline runs that the transaction of an end deferred. */
  runsDeferred(services: Services, runIds: string[]): Promise<void>
}

/** How the run of a pipeline ended. */
export interface PipelineRunEnd {
  run: typeof pipelineRuns.$inferSelect
  status: 'completed' | 'failed' | 'partial_failed'
  /** Null where all of its members completed. */
  error: string | null
  /** The last session that a member has saved. */
  sessionId: string | null
  /** The extracted data of each automation, by its id. */
  extractedData: Record<string, ExtractedData>
}

/** The dependencies of a job's end. */
export type JobServices = Pick<Services, 'outbox' | 'followUps'>

/** Further dependencies of the API. */
export interface ApiServices extends Services {
  egress: EgressPolicy
  /** Sends webhook tests through the egress policy. */
  agent: Agent
  progress: Feed
  /** The directory that leads to this database; absent for the first database, to which nothing has to lead. */
  directory?: Directory | undefined
  /** How many POSTs a minute dispatchers send at most from an account's webhooks to one host. */
  postsPerMinute: number
  /** WEBHOOK_FALLBACK_SECRET, from which each owner's secret is derived. */
  fallbackSecret: string
}

/** What the first database has to know of an account in a cell. */
export interface Directory {
  enterKey(ownerId: string, keyHash: Buffer): Promise<void>
  removeKey(ownerId: string, keyHash: Buffer): Promise<void>
}

/** Further dependencies of runs. */
export interface RunnerServices extends Services {
  /** Decides where generated steps may go. */
  egress: EgressPolicy
  /** The public API of the alias service, for steps that wait for mail; absent: there is none. */
  aliasUrl?: string | undefined
  /** How long a saved session can be used. */
  sessionTtlMs: number
  /** The rankers for healing, where not the usual ones; `hide` removes a run's secrets. */
  createRankers?: (hide: (text: string) => string) => Ranker[]
  /** Called with the outcome of each heal. */
  onHeal?: (outcome: 'succeeded' | 'failed') => void
}

/** The caller of a function, and its address. */
export interface Actor {
  ownerId: string
  /** The API key that acts for the owner; null where the owner is signed in. */
  keyId: string | null
  ip: string
}
