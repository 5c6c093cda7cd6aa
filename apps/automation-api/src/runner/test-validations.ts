import { sql } from 'drizzle-orm'
import { createEgressPolicy } from '@waypost/egress'
import type { Action } from '../automations/action.ts'
import { getAutomation } from '../automations/get-automation.ts'
import { validateAutomation } from '../automations/validate-automation.ts'
import type { Execution } from '../executions/execution.ts'
import { getExecution } from '../executions/get-execution.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createWebhook } from '../webhooks/create-webhook.ts'
import { createBrowserPool } from './browser/browser-pool.ts'
import { createBrowserSupply } from './browser/browser-supply.ts'
import { prepareRuns } from './browser/prepare-runs.ts'
import { executeRun } from './execute-run.ts'
import { startPageServer, type PageServer } from './page-server.ts'

export const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }

export const write = (body: string) =>
  `<!doctype html><meta charset="utf-8"><style>p { height: 1em }</style><body>${body}</body>`
export const form =
  write(`<form action="/sent"><h1>Order</h1><label for="who">Name</label><input id="who" name="who">
  <p class="total">12.50 €</p><p class="note"></p><button id="send">Send</button></form>`)

export const fill = {
  name: 'fill',
  type: 'change',
  selectors: ['aria/Name', '#who'],
  value: 'Ada',
} satisfies Action
export const read = {
  name: 'read',
  type: 'extractText',
  selectors: ['.total'],
  output: 'total',
} satisfies Action
export const send = { name: 'send', type: 'click', selectors: ['#send', 'text/Send'] } satisfies Action
/** Of a step that is to fail when its time is over. */
export const briefly = { timeoutMs: 1000 }

/** The service with a webhook of ada's, a site, and a runner that does at once what it is told. */
export interface ValidationBed {
  service: TestApp
  site: PageServer
  execute(executionId: string): Promise<void>
  /** Validates it to the end; answers its executions. */
  validate(automationId: string, input?: Parameters<typeof validateAutomation>[3]): Promise<Execution[]>
  /** Takes away automations and what was told of them. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** @param page what the site shows at the time */
export async function startValidationBed(page: () => string): Promise<ValidationBed> {
  const service = await startTestApp()
  const browsers = prepareRuns(
    createBrowserPool({
      supply: createBrowserSupply(),
      egress: { policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) },
    }),
  )
  const site = await startPageServer({
    '/': (_request, response) => response.setHeader('content-type', 'text/html').end(page()),
    '/sent': '<h1>Sent</h1>',
  })
  await createWebhook(service.services, ada, {
    name: 'all',
    url: 'https://example.com',
    events: [
      'execution.started',
      'execution.selfheal.started',
      'execution.selfheal.failed',
      'automation.completed',
      'automation.failed',
    ],
  })
  const { db } = service.database.connectAs('waypost_automation_runner')
  const execute: ValidationBed['execute'] = (executionId) => {
    const services = { ...service.services, db, sessionTtlMs: 86_400_000 }
    return executeRun(services, executionId, {
      browsers,
      signal: new AbortController().signal,
      signOfLifeMs: 20,
    })
  }
  return {
    service,
    site,
    execute,
    async validate(automationId, input = {}) {
      const found = () => getAutomation(service.services, ada, automationId)
      await validateAutomation(service.services, ada, automationId, input)
      const executions: Execution[] = []
      while ((await found()).validation!.status === 'running') {
        const executionId = (await found()).validation!.executionIds.at(-1)!
        await execute(executionId)
        executions.push(await getExecution(service.services, ada, executionId))
      }
      return executions
    },
    async empty() {
      await service.database
        .connectAsOwner()
        .db.execute(sql`truncate automation.deliveries, automation.automations cascade`)
    },
    async close() {
      await Promise.all([browsers.close(), site.close()])
      await service.close()
    },
  }
}
