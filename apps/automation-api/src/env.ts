import { createEgressPolicy } from '@waypost/egress'
import {
  cellsVariable,
  databaseUrlVariable,
  hostVariable,
  httpEnvironment,
  parseList,
  parsedVariable,
  parseEnvironment,
  portVariable,
  processEnvironment,
  requireDifferent,
  withOwnDatabase,
} from '@waypost/http'
import { retentionDays } from '@waypost/retention'
import { parseStorageUrl } from '@waypost/storage'
import { automationChannel, createKeyring, parseSchedule, postsPerMinuteVariable } from '@waypost/webhooks'
import { z } from 'zod'
import { limitVariable } from './limits/limit-variable.ts'
import { usualBounds } from './runner/jail/bound-use.ts'

const cells = { AUTOMATION_CELLS: cellsVariable }
const keys = z.object({
  DATABASE_URL: databaseUrlVariable,
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  ...cells,
})

const service = z.object({
  /** AUTOMATION_DATABASE_URL, where the service has its own database or login. */
  DATABASE_URL: databaseUrlVariable,
  AUTOMATION_WEBHOOK_DELAYS: parsedVariable(parseSchedule, automationChannel.defaultSchedule),
  /**
   * Between two executions of an automation; must be the same for every process, because any of them may accept the
   * next.
   */
  COOLDOWN_SECONDS: z.coerce.number().min(0).max(86_400).default(45),
  // The limits of an account. They must be the same for every process, because runs write versions and automations too.
  /** Runs at once; more of them wait. */
  LIMIT_ACTIVE_RUNS: limitVariable('activeRuns'),
  LIMIT_WAITING_RUNS: limitVariable('waitingRuns'),
  LIMIT_WAITING_JOBS: limitVariable('waitingJobs'),
  LIMIT_WAITING_INTENTS: limitVariable('waitingIntents'),
  /** Minutes that runs take on a day (UTC), all together. */
  LIMIT_RUN_MINUTES_PER_DAY: limitVariable('runMinutesPerDay'),
  /** Recordings at once. */
  LIMIT_ACTIVE_RECORDINGS: limitVariable('activeRecordings'),
  /** Minutes that recordings take on a day (UTC), all together. */
  LIMIT_RECORDING_MINUTES_PER_DAY: limitVariable('recordingMinutesPerDay'),
  LIMIT_AUTOMATIONS: limitVariable('automations'),
  /** Versions of an automation, including the current one: a new version drops the oldest. */
  LIMIT_VERSIONS_KEPT: limitVariable('versionsKept'),
  /** Bytes of automations with all their versions, of their files, and of screenshots and files of runs. */
  LIMIT_BYTES_STORED: limitVariable('bytesStored'),
  LIMIT_PIPELINES: limitVariable('pipelines'),
  LIMIT_PIPELINE_MEMBERS: limitVariable('pipelineMembers'),
  LIMIT_SCHEDULES: limitVariable('schedules'),
  LIMIT_WEBHOOKS: limitVariable('webhooks'),
  /** Requests over all keys of an account; its owner in the dashboard has as many besides. */
  LIMIT_REQUESTS_PER_MINUTE: limitVariable('requestsPerMinute'),
  /** CIDRs that user-supplied URLs may reach besides public addresses. */
  EGRESS_ALLOW: parsedVariable((text) => createEgressPolicy({ allow: parseList(text) }), ''),
})

const storageVariables = {
  /**
   * An object store that speaks S3, for the files of upload steps: `s3://KEY:SECRET@host/bucket?region=…`, or
   * `http://…` for a near one without encryption. Unset: the files are in Postgres. Must be the same for every
   * process.
   */
  STORAGE_URL: parsedVariable(parseStorageUrl).optional(),
}

const apiService = httpEnvironment.extend(service.shape).extend({
  ...storageVariables,
  /** That of the dispatchers, to show it. */
  LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST: postsPerMinuteVariable,
  /** Further databases of the service, for some of its accounts each. */
  ...cells,
  AUTOMATION_PORT: portVariable.default(4001),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** Signs deliveries to URLs without a webhook, with a secret derived for each owner. */
  WEBHOOK_FALLBACK_SECRET: z.string().min(32),
  /** The token that operators authenticate with; absent: there are no routes for operators. */
  ADMIN_TOKEN: z.string().min(16).optional(),
  JWT_JWKS_URL: z.url(),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
  /** Days for which audit log entries are kept; unset: for ever. */
  RETENTION_AUDIT_LOGS_DAYS: retentionDays(30),
  /** Days for which executions, pipeline runs, jobs and intents are kept after they ended; unset: for ever. */
  RETENTION_RUNS_DAYS: retentionDays(1),
  /** Days for which their screenshots are kept, where that is shorter. */
  RETENTION_SCREENSHOTS_DAYS: retentionDays(1),
  /** Days for which files of executions are kept, where that is shorter. */
  RETENTION_ARTIFACTS_DAYS: retentionDays(1),
})

const bound = (usual: number) => z.coerce.number().int().min(1).default(usual)

const browserVariables = {
  /** The operator's Chromium; by default the system's, else the one from npm. */
  CHROMIUM_PATH: z.string().optional(),
  /** What one run may use, over all processes of its browser. */
  RUN_MEMORY_MIB: bound(usualBounds.memoryMebibytes),
  RUN_CPU_SECONDS: bound(usualBounds.cpuSeconds),
  RUN_PROCESSES: bound(usualBounds.processes),
  RUN_WINDOWS: bound(usualBounds.windows),
  RUN_TRAFFIC_MIB: bound(usualBounds.trafficMebibytes),
  /** Of its temp directory, and of its shared memory. */
  RUN_DISK_MIB: bound(512),
  /** The directory of a control group that is delegated to the process's user, who is in a group below it. */
  RUNNER_CGROUP: z.string().startsWith('/').optional(),
}

/** It has no database and no secret. */
const browserHost = processEnvironment.extend(browserVariables).extend({
  BROWSER_HOST_HOST: hostVariable('127.0.0.1'),
  BROWSER_HOST_PORT: portVariable.default(9222),
  /** Browsers at a time. */
  BROWSER_HOST_BROWSERS: bound(4),
  /** The address at which runners reach this host itself, where their `BROWSER_HOST_URL` leads to one of several. */
  BROWSER_HOST_NAME: z.string().min(1).optional(),
  /** How long browsers in use may go on once the host is told to stop. */
  BROWSER_HOST_DRAIN_SECONDS: z.coerce.number().int().min(1).max(86_400).default(20),
})

const runnerVariables = processEnvironment.extend(service.shape).extend({
  ...storageVariables,
  ...browserVariables,
  /** Further databases of the service, for some of its accounts each. */
  ...cells,
  /** Number of concurrent runs in this process. */
  RUNNER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  /** How long the runs that a runner is performing may go on once it is told to stop; those that do not end by then fail. */
  RUNNER_DRAIN_SECONDS: z.coerce.number().int().min(1).max(86_400).default(20),
  /** A `browser-host` that starts the browsers, `ws:`; by default this process starts them. */
  BROWSER_HOST_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** A remote browser or grid to use instead; may hold a secret. */
  BROWSER_CDP_URL: z.url({ protocol: /^(wss?|https?)$/ }).optional(),
  /**
   * The host name or address by which the remote browser reaches this process; for a `browser-host`, by default the
   * name of this machine.
   */
  BROWSER_PROXY_HOST: z.string().optional(),
  /** Asserts that the grid itself lets its browsers reach only public addresses. */
  BROWSER_GRID_ISOLATED: z.stringbool().default(false),
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** Where this process serves live views of its runs to the API. */
  LIVE_HOST: hostVariable('127.0.0.1'),
  /** By default any port that is free. */
  LIVE_PORT: portVariable.default(0),
  /** The host name or address by which the API reaches it; by default LIVE_HOST on loopback, else the name of this machine. */
  LIVE_NAME: z.string().optional(),
  /**
   * The public API of the alias service, without `/api/v1`, for steps that wait for mail with a key of their account;
   * unset: there are none. It belongs to the operator, so EGRESS_ALLOW does not apply to it.
   */
  ALIAS_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Days for which a saved session can be used. */
  SESSION_DAYS: z.coerce.number().min(1).max(3650).default(30),
  /**
   * An OpenAI-compatible API that can veto the element that a broken step would be healed to; unset: no model is used.
   * It belongs to the operator, so EGRESS_ALLOW does not apply to it.
   */
  LLM_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LLM_MODEL: z.string().optional(),
  LLM_API_KEY: z.string().optional(),
})

const runnerService = runnerVariables.refine(
  ({ LLM_BASE_URL, LLM_MODEL }) => LLM_BASE_URL === undefined || LLM_MODEL !== undefined,
  // Listed together with all other errors.
  { path: ['LLM_BASE_URL'], error: 'needs LLM_MODEL besides', when: () => true },
)

export function readApiEnv() {
  const env = parseEnvironment(apiService, withOwnDatabase('AUTOMATION', process.env))
  requireDifferent(env.DATABASE_URL, env.AUTOMATION_CELLS, 'AUTOMATION_CELLS')
  return env
}
export const readBrowserHostEnv = () => parseEnvironment(browserHost, process.env)
export function readRunnerEnv() {
  const env = parseEnvironment(runnerService, withOwnDatabase('AUTOMATION', process.env))
  requireDifferent(env.DATABASE_URL, env.AUTOMATION_CELLS, 'AUTOMATION_CELLS')
  return env
}
/** For the operator's key commands. */
export const readKeyEnv = () => parseEnvironment(keys, withOwnDatabase('AUTOMATION', process.env))
export const readMigrationEnv = () =>
  parseEnvironment(service.extend(cells), withOwnDatabase('AUTOMATION', process.env))
