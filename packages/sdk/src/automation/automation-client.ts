import { applyDefaults } from '../client/apply-defaults.ts'
import { createAuthorize } from '../client/create-authorize.ts'
import type { ClientOptions, RequestOptions } from '../client/client-options.ts'
import { createClient, type Client } from '../client/create-client.ts'
import { poll, type WaitOptions } from '../client/poll.ts'
import {
  operations,
  type Account,
  type AccountChange,
  type Execution,
  type Intent,
  type Operations,
  type Overview,
  type PipelineRun,
} from '../generated/automation-api.ts'
import { apiKeys } from './api-keys.ts'
import { auditLogs } from './audit-logs.ts'
import { automations } from './automations.ts'
import { executions } from './executions.ts'
import { files } from './files.ts'
import { heldAccess } from './held-access.ts'
import { intents } from './intents.ts'
import { jobs } from './jobs.ts'
import { pipelineRuns, pipelines } from './pipelines.ts'
import { recordings } from './recordings.ts'
import { schedules } from './schedules.ts'
import { secrets } from './secrets.ts'
import { sessions } from './sessions.ts'
import { webhooks } from './webhooks.ts'

const defaults = {
  keyVariables: ['WAYPOST_AUTOMATION_API_KEY', 'WAYPOST_API_KEY'],
  urlVariable: 'WAYPOST_AUTOMATION_URL',
  localUrl: 'http://localhost:4001',
}

/**
 * The automation service: `new AutomationClient({ apiKey })`. Webhooks and API keys are managed by people, so these need a
 * `token`.
 */
export class AutomationClient {
  readonly automations: ReturnType<typeof automations>
  readonly executions: ReturnType<typeof executions>
  readonly pipelines: ReturnType<typeof pipelines>
  readonly pipelineRuns: ReturnType<typeof pipelineRuns>
  readonly jobs: ReturnType<typeof jobs>
  readonly intents: ReturnType<typeof intents>
  readonly recordings: ReturnType<typeof recordings>
  readonly schedules: ReturnType<typeof schedules>
  readonly secrets: ReturnType<typeof secrets>
  readonly files: ReturnType<typeof files>
  readonly sessions: ReturnType<typeof sessions>
  readonly auditLogs: ReturnType<typeof auditLogs>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly apiKeys: ReturnType<typeof apiKeys>
  readonly heldAccess: ReturnType<typeof heldAccess>
  readonly #client: Client<Operations>

  /** @throws WaypostError without a credential in the options or in the environment */
  constructor(options: ClientOptions = {}) {
    const complete = applyDefaults(options, defaults)
    const authorize = createAuthorize(complete, (apiKey) => ({ 'x-api-key': apiKey }))
    this.#client = createClient<Operations>(operations, authorize, complete)
    this.automations = automations(this.#client)
    this.executions = executions(this.#client)
    this.pipelines = pipelines(this.#client)
    this.pipelineRuns = pipelineRuns(this.#client)
    this.jobs = jobs(this.#client)
    this.intents = intents(this.#client)
    this.recordings = recordings(this.#client)
    this.schedules = schedules(this.#client)
    this.secrets = secrets(this.#client)
    this.files = files(this.#client)
    this.sessions = sessions(this.#client)
    this.auditLogs = auditLogs(this.#client)
    this.webhooks = webhooks(this.#client)
    this.apiKeys = apiKeys(this.#client)
    this.heldAccess = heldAccess(this.#client)
  }

  /** The account's time zone, its limits, and how much of each it uses. */
  account(options?: RequestOptions): Promise<Account> {
    return this.#client.call('getAccount', {}, options)
  }

  /** Sets the time zone of requests in plain language that name none: an IANA name, or null for UTC. */
  updateAccount(body: AccountChange, options?: RequestOptions): Promise<Account> {
    return this.#client.call('updateAccount', { body }, options)
  }

  /** How the runs of the last days ended, 30 by default, what needs attention, and the limits. */
  overview(query: { days?: number } = {}, options?: RequestOptions): Promise<Overview> {
    return this.#client.call('getOverview', { query }, options)
  }

  /**
   * Waits until an execution has ended, `completed` or `failed`: check its `status`.
   *
   * @throws TimeoutError after `timeoutMs`, 300,000 by default
   */
  waitForExecution(id: string, options: WaitOptions = {}): Promise<Execution> {
    const { timeoutMs = 300_000, pollMs = 1000, signal } = options
    return poll(this.#client.clock, `execution ${id}`, { timeoutMs, pollMs, signal }, async () => {
      const execution = await this.executions.get(id, { signal })
      return execution.completedAt === null ? undefined : execution
    })
  }

  /**
   * Waits until a pipeline run has ended, with any outcome: check its `status`.
   *
   * @throws TimeoutError after `timeoutMs`, 900,000 by default
   */
  waitForPipelineRun(id: string, options: WaitOptions = {}): Promise<PipelineRun> {
    const { timeoutMs = 900_000, pollMs = 2000, signal } = options
    return poll(this.#client.clock, `pipeline run ${id}`, { timeoutMs, pollMs, signal }, async () => {
      const run = await this.pipelineRuns.get(id, { signal })
      return run.completedAt === null ? undefined : run
    })
  }

  /**
   * Waits until a request in plain language is dealt with: the run has ended, a draft is written, or it has failed. Check
   * its `status`; the result of a run is that of its job.
   *
   * @throws TimeoutError after `timeoutMs`, 900,000 by default
   */
  waitForIntent(id: string, options: WaitOptions = {}): Promise<Intent> {
    const { timeoutMs = 900_000, pollMs = 1000, signal } = options
    return poll(this.#client.clock, `intent ${id}`, { timeoutMs, pollMs, signal }, async () => {
      const intent = await this.intents.get(id, { signal })
      return intent.completedAt === null ? undefined : intent
    })
  }
}
