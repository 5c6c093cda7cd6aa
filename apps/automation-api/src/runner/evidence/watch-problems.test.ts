import { newId } from '@waypost/postgres'
import { beforeEach, expect, test } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { getExecution } from '../../executions/get-execution.ts'
import { ada, openRunnerBed } from '../test-runner.ts'

const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.completed'] },
  { '/prices': (_request, response) => response.writeHead(503).end() },
)
beforeEach(() => {
  bed.page = `<h1>Shop</h1><button onclick="fetch('/prices?key=hunter2').then(() => {
    console.error('no prices for hunter2')
    document.querySelector('h1').textContent = 'No prices'
  })">Look</button>`
})

test('errors of a page are kept with the step that was performed, without secrets and queries', async () => {
  const { services } = bed.service
  const actions: Action[] = [
    { type: 'navigate', name: 'Open', url: bed.site.url },
    { type: 'click', name: 'Look', selectors: ['button'] },
    { type: 'waitForElement', name: 'Wait', selectors: ['text/No prices'] },
  ]
  const variables = { password: { default: 'hunter2', secret: true } }
  const { id } = await createAutomation(services, ada, { name: newId(), actions, variables })
  const { executionId } = await triggerAutomation(services, ada, id, {})
  await execute(executionId)
  const { steps } = await getExecution(services, ada, executionId)
  expect(steps[0]!.problems).toEqual([])
  expect(steps.flatMap(({ problems }) => problems)).toEqual([
    { kind: 'network', text: `GET ${bed.site.url}/prices: 503` },
    { kind: 'console', text: 'no prices for ***' },
  ])
})
