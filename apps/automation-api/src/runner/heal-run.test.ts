import { asc } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { getAutomation } from '../automations/get-automation.ts'
import { listAutomationVersions } from '../automations/versions/list-automation-versions.ts'
import { restoreAutomationVersion } from '../automations/versions/restore-automation-version.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { updateAutomation } from '../automations/update-automation.ts'
import { deliveries } from '../db/tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import { ada, learn, openRunnerBed } from './test-runner.ts'

/** The page is not shown before. */
let held = Promise.resolve()
const { bed, execute } = openRunnerBed(
  {
    url: 'http://127.0.0.1:9999/',
    events: [
      'execution.started',
      'execution.selfheal.started',
      'execution.selfheal.succeeded',
      'execution.selfheal.failed',
      'automation.completed',
      'automation.failed',
    ],
  },
  {
    '/held': (_request, response) =>
      void held.then(() => response.setHeader('content-type', 'text/html').end(bed.page)),
  },
)

const write = (form: string) => `<title>Shop</title><h1>Harbour Books</h1><nav><a href="/new">New books</a>
  <a href="/used">Used books</a><a href="/maps">Maps and charts</a></nav><main><h2>Find a book</h2>${form}</main><p></p>
  <footer><button>Change language</button><button>Show the imprint</button></footer>
  <script>
    const search = document.querySelector('[data-does=search]')
    search?.addEventListener('click', () => { document.querySelector('p').textContent = 'Found' })
  </script>`
const asRecorded = write(`<label>Title <input id="title" name="title"></label>
  <button id="go" class="primary" type="button" data-does="search">Search the shelves</button>`)
/** Every selector of the automation is broken; the visible page is the same. */
const redesigned = write(`<section class="finder"><label>Title <input id="t-1" name="book"></label><div>
  <button id="b-2" class="cta" type="button" data-does="search">Search the shelves</button></div></section>`)
const withoutButton = write(`<label>Title <input id="title" name="title"></label>`)

const actions = (): Action[] => [
  { name: 'open', type: 'navigate', url: bed.site.url },
  { name: 'search', type: 'click', selectors: ['#go', '.primary'] },
  { name: 'read', type: 'extractText', selectors: ['p'], output: 'answer', pattern: '.+' },
]

beforeAll(() => {
  bed.service.services.cooldownMs = 0
})
beforeEach(async () => {
  bed.page = asRecorded
  const { id } = await createAutomation(bed.service.services, ada, { name: 'Search', actions: actions() })
  bed.automationId = id
  // Every test's own run comes after a successful one, which has learned the elements.
  await learn(run())
})

/** @param inVain the steps whose elements are not where they were */
async function run(inVain: string[] = []) {
  const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {})
  await execute(executionId, { inVain })
  return getExecution(bed.service.services, ada, executionId)
}

/** The events of the last run. */
async function lastEvents(): Promise<{ event: string; data: Record<string, unknown> }[]> {
  const rows = await bed.service.services.db.select().from(deliveries).orderBy(asc(deliveries.id))
  const events = rows.map((row) => JSON.parse(row.body) as { event: string; data: Record<string, unknown> })
  return events.slice(events.findLastIndex(({ event }) => event === 'execution.started'))
}
const searchAction = async () =>
  (await getAutomation(bed.service.services, ada, bed.automationId)).actions[1] as Extract<
    Action,
    { type: 'click' }
  >

describe('a step whose selectors no longer match', () => {
  test('is healed, with the contracted events, and written back as a version', async () => {
    bed.page = redesigned
    const execution = await run(['search'])
    expect(execution).toMatchObject({ status: 'completed', extractedData: { answer: 'Found' } })
    expect(execution.selfHealEvents).toEqual([
      {
        actionName: 'search',
        outcome: 'succeeded',
        oldSelector: '#go',
        newSelector: 'aria/Search the shelves[role="button"]',
        score: expect.any(Number) as number,
        margin: expect.any(Number) as number,
        persisted: true,
        message: expect.stringMatching(/^Found/) as string,
        at: expect.any(String) as string,
      },
    ])

    const events = await lastEvents()
    expect(events.map(({ event }) => event)).toEqual([
      'execution.started',
      'execution.selfheal.started',
      'execution.selfheal.succeeded',
      'automation.completed',
    ])
    const { id: executionId } = execution
    const newSelector = 'aria/Search the shelves[role="button"]'
    expect(events[1]!.data).toEqual({
      jobId: null,
      executionId,
      automationId: bed.automationId,
      actionName: 'search',
      message: 'Looking for the element of "search": its selectors find nothing any more.',
    })
    expect(events[2]!.data).toMatchObject({
      jobId: null,
      executionId,
      automationId: bed.automationId,
      actionName: 'search',
      newSelector,
    })
    expect(events[3]!.data).toMatchObject({
      selfHeal: { occurred: true, count: 1, healedActions: [{ actionName: 'search', newSelector }] },
    })

    expect((await searchAction()).selectors[0]).toBe(newSelector)
    const { items } = await listAutomationVersions(bed.service.services, ada, bed.automationId, {
      limit: 10,
      offset: 0,
    })
    expect(items.map(({ version, cause }) => [version, cause])).toEqual([
      [2, 'healed'],
      [1, 'created'],
    ])
  })

  test('needs no healing in the next run', async () => {
    bed.page = redesigned
    await run(['search'])
    const second = await run()
    expect(second).toMatchObject({
      status: 'completed',
      selfHealEvents: [],
      extractedData: { answer: 'Found' },
    })
    expect((await lastEvents()).at(-1)!.data).toMatchObject({
      selfHeal: { occurred: false, count: 0, healedActions: [] },
    })
  })

  test('gets its old selectors back with one call', async () => {
    bed.page = redesigned
    await run(['search'])
    await restoreAutomationVersion(bed.service.services, ada, bed.automationId, 1)
    expect((await searchAction()).selectors).toEqual(['#go', '.primary'])
  })

  test('keeps selectors that somebody has written meanwhile', async () => {
    const { services } = bed.service
    const open: Action = { name: 'open', type: 'navigate', url: `${bed.site.url}/held` }
    const written = [open, ...actions().slice(1)]
    bed.automationId = (await createAutomation(services, ada, { name: 'Held', actions: written })).id
    await run()
    bed.page = redesigned
    const { promise, resolve: show } = Promise.withResolvers<void>()
    held = promise
    const running = run(['search'])
    await waitFor('the page', () => bed.site.requests.filter((path) => path === '/held').length === 2)
    const changed: Action = { name: 'search', type: 'click', selectors: ['text/Search the shelves'] }
    await updateAutomation(services, ada, bed.automationId, { actions: [open, changed, written[2]!] })
    show()
    expect(await running).toMatchObject({
      status: 'completed',
      selfHealEvents: [{ outcome: 'succeeded', persisted: false }],
    })
    expect((await searchAction()).selectors).toEqual(['text/Search the shelves'])
  })

  test('fails when the element is gone, and names the closest candidates', async () => {
    bed.page = withoutButton
    const execution = await run(['search'])
    expect(execution.status).toBe('failed')
    expect(execution.error).toMatch(/^Step "search" \(click\) failed: .*; closest: .+ \(0\.\d\d\)/)
    expect(execution.selfHealEvents).toMatchObject([
      { outcome: 'failed', newSelector: null, persisted: false },
    ])
    expect((await lastEvents()).map(({ event }) => event)).toEqual([
      'execution.started',
      'execution.selfheal.started',
      'execution.selfheal.failed',
      'automation.failed',
    ])
    expect((await searchAction()).selectors).toEqual(['#go', '.primary'])
  })

  test('is not healed where nothing was learned, and publishes no heal', async () => {
    const fresh = actions()
    Object.assign(fresh[1]!, { selectors: ['#never'] })
    await updateAutomation(bed.service.services, ada, bed.automationId, { actions: fresh })
    const execution = await run(['search'])
    expect(execution).toMatchObject({ status: 'failed', selfHealEvents: [] })
    expect((await lastEvents()).map(({ event }) => event)).toEqual(['execution.started', 'automation.failed'])
  })
})

test('a selector that matches another element than before is noticed, and the right element is found', async () => {
  bed.page = write(`<button id="go" class="primary" type="button">Delete the whole basket</button>
    <label>Title <input id="title" name="title"></label>
    <button id="b-2" type="button" data-does="search">Search the shelves</button>`)
  const execution = await run()
  expect(execution).toMatchObject({ status: 'completed', extractedData: { answer: 'Found' } })
  expect(execution.selfHealEvents).toMatchObject([{ outcome: 'succeeded' }])
})
