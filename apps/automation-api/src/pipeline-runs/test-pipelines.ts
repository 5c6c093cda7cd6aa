import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { TestClock } from 'pg-boss'
import { expect } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { deliveries } from '../db/tables.ts'
import { endExecution, type Outcome } from '../executions/end-execution.ts'
import { startExecution } from '../executions/start-execution.ts'
import { saveSession } from '../sessions/save-session.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { PipelineRun } from './pipeline-run.ts'

/** The event that a webhook receives. */
export interface PublishedEvent {
  event: string
  timestamp: string
  data: Record<string, unknown>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One person's automations and pipelines, and a runner that the test controls. */
export interface PipelineBed {
  service: TestApp
  clock: TestClock
  /** Switches to a new person without anything. */
  reset(): Promise<void>
  ownerId(): string
  send(method: Method, url: string, payload?: object): Promise<LightMyRequestResponse>
  sendWith(headers: object, method: Method, url: string, payload?: object): Promise<LightMyRequestResponse>
  automation(name: string): Promise<string>
  /** Creates a pipeline of those automations. */
  pipeline(automationIds: string[], more?: object): Promise<string>
  trigger(pipelineId: string, input?: object): Promise<string>
  run(id: string): Promise<PipelineRun>
  /** Starts the automation's waiting execution, as a runner does. */
  start(automationId: string): Promise<string>
  end(executionId: string, outcome?: Partial<Outcome> & { savedState?: string }): Promise<boolean>
  /** Runs the automation's waiting execution from its start to its end; returns its id. */
  perform(automationId: string, outcome?: Partial<Outcome> & { savedState?: string }): Promise<string>
  /** The events published for this person, oldest first: the ends of pipeline runs, and the test's subscriptions. */
  published(): Promise<PublishedEvent[]>
  close(): Promise<void>
}

export async function startPipelineBed(): Promise<PipelineBed> {
  const clock = new TestClock('2026-01-02T03:04:05.678Z')
  const service = await startTestApp({ clock })
  // A runner ends executions, so its role must suffice for everything that follows.
  const { db } = service.database.connectAs('waypost_automation_runner')
  const runner = { ...service.services, db, sessionTtlMs: 86_400_000 }
  let ownerId = ''
  let headers: Record<string, string> = {}

  const sendWith: PipelineBed['sendWith'] = (more, method, url, payload) =>
    service.app.inject({ method, url, headers: { ...headers, ...more }, ...(payload && { payload }) })
  const send: PipelineBed['send'] = (method, url, payload) => sendWith({}, method, url, payload)
  const create = async (url: string, payload: object) => {
    const response = await send('POST', url, payload)
    expect(response.statusCode).toBe(201)
    return response.json<{ id: string }>().id
  }
  const start = async (automationId: string) => {
    const response = await send('GET', `/api/v1/executions?automationId=${automationId}&status=pending`)
    const [pending] = response.json<{ id: string }[]>()
    expect(await startExecution(runner, pending!.id)).toBeDefined()
    return pending!.id
  }
  const end: PipelineBed['end'] = (executionId, { savedState, ...outcome } = {}) =>
    endExecution(runner, executionId, {
      error: null,
      steps: [],
      extractedData: {},
      ...(savedState !== undefined && {
        finish: (tx, execution) => saveSession(tx, runner, execution, { state: savedState, site: null }),
      }),
      ...outcome,
    })
  return {
    service,
    clock,
    async reset() {
      ownerId = newId()
      headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
      const events = ['pipeline.completed', 'pipeline.failed']
      await send('POST', '/webhooks', { name: 'pipelines', url: 'https://example.com', events })
    },
    ownerId: () => ownerId,
    send,
    sendWith,
    automation: (name) =>
      create('/api/v1/automations', {
        name,
        actions: [{ name: 'Open', type: 'navigate', url: 'https://example.com' }],
      }),
    pipeline: (automationIds, more) =>
      create('/api/v1/pipelines', { name: 'All of it', automationIds, ...more }),
    async trigger(pipelineId, input) {
      const response = await send('POST', `/api/v1/pipelines/${pipelineId}/trigger`, input)
      expect(response.statusCode).toBe(202)
      return response.json<{ pipelineRunId: string }>().pipelineRunId
    },
    run: async (id) => (await send('GET', `/api/v1/pipeline-runs/${id}`)).json<PipelineRun>(),
    start,
    end,
    async perform(automationId, outcome) {
      const executionId = await start(automationId)
      expect(await end(executionId, outcome)).toBe(true)
      return executionId
    },
    async published() {
      const rows = await service.services.db
        .select({ body: deliveries.body })
        .from(deliveries)
        .where(eq(deliveries.ownerId, ownerId))
        .orderBy(deliveries.id)
      return rows.map(({ body }) => JSON.parse(body) as PublishedEvent)
    },
    close: () => service.close(),
  }
}
