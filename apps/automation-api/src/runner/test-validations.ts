import { beforeEach } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { getAutomation } from '../automations/get-automation.ts'
import { validateAutomation } from '../automations/validations/validate-automation.ts'
import type { Execution } from '../executions/execution.ts'
import { getExecution } from '../executions/get-execution.ts'
import { ada, openRunnerBed } from './test-runner.ts'

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

/** For tests: drafts, and validations that are run at once. */
export function openValidationBed() {
  const runner = openRunnerBed(
    {
      url: 'https://example.com',
      events: [
        'execution.started',
        'execution.selfheal.started',
        'execution.selfheal.failed',
        'automation.completed',
        'automation.failed',
      ],
    },
    { '/sent': '<h1>Sent</h1>' },
  )
  const { bed } = runner
  beforeEach(() => {
    bed.page = form
    bed.site.requests.length = 0
  })
  const found = () => getAutomation(bed.service.services, ada, bed.automationId)
  const { execute } = runner
  return {
    bed,
    open: (): Action => ({ name: 'open', type: 'navigate', url: `${bed.site.url}/` }),
    async generate(...actions: Action[]) {
      const made = { name: 'Order', actions }
      const { id } = await createAutomation(bed.service.services, ada, made, { isGenerated: true })
      bed.automationId = id
    },
    found,
    execute,
    /**
     * Runs a validation to its end; returns its executions.
     *
     * @param inVain the steps whose elements are not on the page
     */
    async validate(
      input: Parameters<typeof validateAutomation>[3] = {},
      ...inVain: string[]
    ): Promise<Execution[]> {
      const { services } = bed.service
      await validateAutomation(services, ada, bed.automationId, input)
      const executions: Execution[] = []
      while ((await found()).validation!.status === 'running') {
        const executionId = (await found()).validation!.executionIds.at(-1)!
        await execute(executionId, { inVain })
        executions.push(await getExecution(services, ada, executionId))
      }
      return executions
    },
  }
}
