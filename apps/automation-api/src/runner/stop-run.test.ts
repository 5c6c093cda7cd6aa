import { eq } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { stopAutomation } from '../automations/stop-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { deliveries, executions } from '../db/tables.ts'
import { ada, openRunnerBed } from './test-runner.ts'

const { bed, execute } = openRunnerBed(
  { url: 'http://127.0.0.1:9999/', events: ['automation.completed', 'automation.failed'] },
  {
    '/endless': () => {},
    '/busy': '<h1>Busy</h1><script>setTimeout(() => { while (true); }, 50)</script>',
  },
)
bed.page = '<h1>Harbour Books</h1>'

const open = (path: string): Action => ({
  name: `open ${path}`,
  type: 'navigate',
  url: new URL(path, bed.site.url).href,
})
const wait: Action = { name: 'wait', type: 'waitForElement', selectors: ['#never'], timeoutMs: 60_000 }
const read: Action = {
  name: 'read',
  type: 'extractText',
  selectors: ['h1'],
  output: 'title',
  timeoutMs: 60_000,
}

const states = async (id: string) => {
  const [row] = await bed.service.services.db.select().from(executions).where(eq(executions.id, id))
  return row!
}

test.each<[when: string, actions: () => Action[], step: number]>([
  ['it opens a page that never responds', () => [open('/endless')], 0],
  ['it waits for an element', () => [open('/'), wait], 1],
  ['a script of the page never yields', () => [open('/busy'), read, read], 1],
])(
  'a run that is stopped while %s ends long before its step would, and only once',
  async (_when, actions, step) => {
    const { id } = await createAutomation(bed.service.services, ada, { name: 'Stop me', actions: actions() })
    const { executionId } = await triggerAutomation(bed.service.services, ada, id, { saveSession: true })
    const ended = execute(executionId)
    await waitFor('the step', async () => (await states(executionId)).steps[step]?.status === 'running')
    await stopAutomation(bed.service.services, ada, id)
    await waitFor('the end', async () => (await states(executionId)).status === 'failed')
    const atEnd = await states(executionId)
    expect(atEnd).toMatchObject({ error: 'Stopped by user', sessionId: null })
    expect(atEnd.steps[step]).toMatchObject({ status: 'failed', error: 'Stopped by user' })

    // What is still under way in the browser changes nothing any more.
    await ended
    expect(await states(executionId)).toEqual(atEnd)
    expect(await bed.service.services.db.select().from(deliveries)).toHaveLength(1)
  },
)

test('a run that is stopped while its browser starts does not wait for it', async () => {
  const { id } = await createAutomation(bed.service.services, ada, { name: 'Stop me', actions: [open('/')] })
  const { executionId } = await triggerAutomation(bed.service.services, ada, id, {})
  const asked = Promise.withResolvers<void>()
  const openRun = async () => {
    asked.resolve()
    return new Promise<never>(() => {})
  }
  const ended = execute(executionId, { browsers: { openRun } })
  await asked.promise
  await stopAutomation(bed.service.services, ada, id)
  await ended
  expect(await states(executionId)).toMatchObject({ status: 'failed', error: 'Stopped by user' })
})
