import { createEgressPolicy } from '@waypost/egress'
import {
  databaseUrlVariable,
  httpEnvironment,
  parseList,
  parsedVariable,
  parseEnvironment,
  portVariable,
  processEnvironment,
  withOwnDatabase,
} from '@waypost/http'
import { retentionDays } from '@waypost/retention'
import { parseStorageUrl } from '@waypost/storage'
import { automationChannel, createKeyring, parseSchedule } from '@waypost/webhooks'
import { z } from 'zod'

const keys = z.object({ DATABASE_URL: databaseUrlVariable, ENCRYPTION_KEYS: parsedVariable(createKeyring) })

const service = z.object({
  /** AUTOMATION_DATABASE_URL, where the service has a database or a login of its own. */
  DATABASE_URL: databaseUrlVariable,
  AUTOMATION_WEBHOOK_DELAYS: parsedVariable(parseSchedule, automationChannel.defaultSchedule),
  /** Between two executions of an automation; the same for every process, because any may accept the next. */
  COOLDOWN_SECONDS: z.coerce.number().min(0).max(86_400).default(45),
  /**
   * Versions of an automation that are kept, the present one included; the same for every process, because a run that
   * heals writes one too.
   */
  LIMIT_VERSIONS_KEPT: z.coerce.number().int().min(1).max(10_000).default(50),
  /** CIDRs that user-supplied URLs may reach besides public addresses. */
  EGRESS_ALLOW: parsedVariable((text) => createEgressPolicy({ allow: parseList(text) }), ''),
})

const storageVariables = {
  /**
   * An object store that speaks S3, for what upload steps give to pages: `s3://KEY:SECRET@host/bucket?region=…`, or
   * `http://…` where it is near and does not encrypt. Absent: Postgres keeps that as well. The same for every process.
   */
  STORAGE_URL: parsedVariable(parseStorageUrl).optional(),
}

const apiService = httpEnvironment.extend(service.shape).extend({
  ...storageVariables,
  AUTOMATION_PORT: portVariable.default(4001),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** Signs, by a secret derived for each owner, what goes to URLs without a webhook. */
  WEBHOOK_FALLBACK_SECRET: z.string().min(32),
  /** Requests of an account in a minute over all its keys; its owner in the dashboard has as many besides. */
  LIMIT_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(10_000_000).default(600),
  JWT_JWKS_URL: z.url(),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
  /** How long entries of audit logs are kept; absent: for good. */
  RETENTION_AUDIT_LOGS_DAYS: retentionDays(30),
  /** How long executions, pipeline runs, jobs and intents are kept after they ended; absent: for good. */
  RETENTION_RUNS_DAYS: retentionDays(1),
  /** How long their screenshots are, where that is shorter. */
  RETENTION_SCREENSHOTS_DAYS: retentionDays(1),
})

const runnerVariables = processEnvironment.extend(service.shape).extend({
  ...storageVariables,
  /** Runs at a time in this process. */
  RUNNER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  /** A Chromium of the operator's; else one of the system's, else the one from npm. */
  CHROMIUM_PATH: z.string().optional(),
  /** A remote browser or grid instead; may hold a secret. */
  BROWSER_CDP_URL: z.url({ protocol: /^(wss?|https?)$/ }).optional(),
  /** The name or address by which that remote browser reaches this process. */
  BROWSER_PROXY_HOST: z.string().optional(),
  /** Says that the grid itself lets its browsers reach public addresses only. */
  BROWSER_GRID_ISOLATED: z.stringbool().default(false),
  /** Runs after which a browser is replaced. */
  BROWSER_RUNS: z.coerce.number().int().min(1).default(50),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** How long a saved session can be used. */
  SESSION_DAYS: z.coerce.number().min(1).max(3650).default(30),
  /**
   * An OpenAI-compatible API that may object to what a broken step would be healed onto; absent: none is asked. It is
   * the operator's, so EGRESS_ALLOW does not apply to it.
   */
  LLM_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LLM_MODEL: z.string().optional(),
  LLM_API_KEY: z.string().optional(),
})

const runnerService = runnerVariables.refine(
  ({ LLM_BASE_URL, LLM_MODEL }) => LLM_BASE_URL === undefined || LLM_MODEL !== undefined,
  // Told together with whatever else is wrong.
  { path: ['LLM_BASE_URL'], error: 'needs LLM_MODEL besides', when: () => true },
)

export const readApiEnv = () => parseEnvironment(apiService, withOwnDatabase('AUTOMATION', process.env))
export const readRunnerEnv = () => parseEnvironment(runnerService, withOwnDatabase('AUTOMATION', process.env))
/** For what an operator does to keys. */
export const readKeyEnv = () => parseEnvironment(keys, withOwnDatabase('AUTOMATION', process.env))
export const readMigrationEnv = () => parseEnvironment(service, withOwnDatabase('AUTOMATION', process.env))
