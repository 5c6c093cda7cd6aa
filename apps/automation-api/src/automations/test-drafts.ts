import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { TestClock } from 'pg-boss'
import { newId } from '@waypost/postgres'
import { expect } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { deliveries } from '../db/tables.ts'
import { endExecution, type Outcome } from '../executions/end-execution.ts'
import type { Execution } from '../executions/execution.ts'
import { startExecution, type StartedExecution } from '../executions/start-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { Action } from './action.ts'
import type { Automation } from './automation.ts'
import { createAutomation } from './create-automation.ts'
import type { StartedValidation } from './validations/validate-automation.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One person's automations, written and generated, and a runner that the test controls. */
export interface DraftBed {
  service: TestApp
  clock: TestClock
  /** Switches to a new person without any automations. */
  reset(): Promise<void>
  ownerId(): string
  send(method: Method, url: string, payload?: object, more?: object): Promise<LightMyRequestResponse>
  written(actions?: Action[]): Promise<string>
  generated(actions?: Action[], variables?: Automation['variables']): Promise<string>
  automation(id: string): Promise<Automation>
  execution(id: string): Promise<Execution>
  validate(id: string, input?: object): Promise<StartedValidation>
  /** Starts an execution as a runner does, with a runner's role. */
  start(executionId: string): Promise<StartedExecution | undefined>
  end(executionId: string, outcome?: Partial<Outcome>): Promise<boolean>
  /** Runs an execution from its start to its end; fails where it cannot start. */
  perform(executionId: string, error?: string | null): Promise<void>
  /** Validates the automation with replays that all succeed. */
  pass(id: string, input?: object): Promise<void>
  /** The names of the events that were published. */
  published(): Promise<string[]>
  close(): Promise<void>
}

export const steps: Action[] = [
  { name: 'Open', type: 'navigate', url: 'https://example.com' },
  { name: 'Type', type: 'change', selectors: ['#query'], value: 'harbour' },
  { name: 'Send', type: 'click', selectors: ['#send'] },
]

export async function startDraftBed(): Promise<DraftBed> {
  const clock = new TestClock('2026-01-02T03:04:05.678Z')
  const service = await startTestApp({ clock })
  const { db } = service.database.connectAs('waypost_automation_runner')
  const runner = { ...service.services, db }
  let ownerId = ''
  let headers: Record<string, string> = {}

  const send: DraftBed['send'] = (method, url, payload, more) =>
    service.app.inject({ method, url, headers: { ...headers, ...more }, ...(payload && { payload }) })
  const automation = async (id: string) => (await send('GET', `/api/v1/automations/${id}`)).json<Automation>()
  const validate: DraftBed['validate'] = async (id, input) => {
    const response = await send('POST', `/api/v1/automations/${id}/validate`, input)
    expect(response.statusCode).toBe(202)
    return response.json<StartedValidation>()
  }
  const start: DraftBed['start'] = (executionId) => startExecution(runner, executionId)
  const end: DraftBed['end'] = (executionId, outcome) =>
    endExecution(runner, executionId, { error: null, steps: [], extractedData: {}, ...outcome })
  const perform: DraftBed['perform'] = async (executionId, error = null) => {
    expect(await start(executionId)).toBeDefined()
    expect(await end(executionId, { error })).toBe(true)
  }
  return {
    service,
    clock,
    async reset() {
      ownerId = newId()
      headers = { ...(await service.person(ownerId)), ...(await service.key(ownerId, ...scope.options)) }
      const { channel } = service.services.outbox
      const events = Object.keys(channel.events).filter((name) => name !== 'webhook.test')
      const registered = await send('POST', '/webhooks', { name: 'all', url: 'https://example.com', events })
      expect(registered.statusCode).toBe(201)
    },
    ownerId: () => ownerId,
    send,
    async written(actions = steps) {
      return (await send('POST', '/api/v1/automations', { name: 'Written', actions })).json<Automation>().id
    },
    async generated(actions = steps, variables = {}) {
      const actor = { ownerId, keyId: null, ip: '127.0.0.1' }
      const made = { name: 'Generated', actions, variables }
      return (await createAutomation(service.services, actor, made, { isGenerated: true })).id
    },
    automation,
    execution: async (id) => (await send('GET', `/api/v1/executions/${id}`)).json<Execution>(),
    validate,
    start,
    end,
    perform,
    async pass(id, input) {
      await validate(id, input)
      for (let found = await automation(id); found.validation!.status === 'running';) {
        await perform(found.validation!.executionIds.at(-1)!)
        found = await automation(id)
      }
      expect((await automation(id)).validation).toMatchObject({ status: 'passed' })
    },
    async published() {
      const rows = await service.services.db
        .select({ event: deliveries.event })
        .from(deliveries)
        .where(eq(deliveries.ownerId, ownerId))
        .orderBy(deliveries.id)
      return rows.map(({ event }) => event)
    },
    close: () => service.close(),
  }
}
