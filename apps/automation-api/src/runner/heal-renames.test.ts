import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { getAutomation } from '../automations/get-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { updateAutomation } from '../automations/update-automation.ts'
import { getExecution } from '../executions/get-execution.ts'
import { decideHeal } from '../heals/decide-heal.ts'
import { getHealPicture, listHeals } from '../heals/read-heals.ts'
import { ada, learn, openRunnerBed } from './test-runner.ts'

const { bed, execute } = openRunnerBed({
  url: 'http://127.0.0.1:9999/',
  events: ['automation.completed'],
})

const write = (name: string, { attributes = '' } = {}) => `<title>Shop</title>
  <h1>Harbour Books</h1><main><h2>Find a book</h2><label>Title <input id="title"></label>
  <button id="go" type="button" ${attributes}>${name}</button> <h3>What others read</h3></main><p></p>
  <script>
    const button = document.querySelector('#go')
    button.onclick = () => { document.querySelector('p').textContent = button.textContent }
  </script>`
const click: Action = { name: 'search', type: 'click', selectors: ['#go'] }
const read: Action = { name: 'read', type: 'extractText', selectors: ['p'], output: 'pressed' }

beforeAll(() => {
  bed.service.services.cooldownMs = 0
})
beforeEach(async () => {
  await automate(click, read)
  await learn(run('Search the shelves'))
})

async function automate(...actions: Action[]) {
  const open: Action = { name: 'open', type: 'navigate', url: bed.site.url }
  const given = { name: 'Search', actions: [open, ...actions] }
  bed.automationId = (await createAutomation(bed.service.services, ada, given)).id
}

/** @param page the button's name, and what else of it is other */
async function run(name: string, other: Parameters<typeof write>[1] = {}) {
  bed.page = write(name, other)
  const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {})
  await execute(executionId)
  return getExecution(bed.service.services, ada, executionId)
}
const list = () => listHeals(bed.service.services, ada, bed.automationId)
const ofButton = async () => (await list()).filter(({ actionName }) => actionName === 'search')
const decide = (id: string, decision: 'accepted' | 'refused') =>
  decideHeal(bed.service.services, ada, { automationId: bed.automationId, id, decision })
const get = () => getAutomation(bed.service.services, ada, bed.automationId)

/** The runs' events of the button. */
const eventsOf = ({ selfHealEvents }: Awaited<ReturnType<typeof run>>) =>
  selfHealEvents.filter(({ actionName }) => actionName === 'search')

describe('an element that the selectors find under another name', () => {
  test('is listed once, with both pictures, both names and the evidence, and is never kept unasked', async () => {
    for (let times = 0; times < 4; times += 1) {
      const renamed = await run('Look for it')
      expect(renamed.status).toBe('completed')
      expect(eventsOf(renamed)).toMatchObject([{ outcome: 'succeeded', persisted: false }])
    }
    const [heal, ...others] = await ofButton()
    expect(others).toEqual([])
    expect(heal).toMatchObject({
      lostName: 'Search the shelves',
      foundName: 'Look for it',
      message: expect.stringMatching(
        /^Renamed: "Search the shelves" is called "Look for it" now\. /,
      ) as string,
      evidence: expect.arrayContaining(['the same place', 'the same form']) as string[],
      oldSelectors: ['#go'],
      newSelectors: ['#go'],
      pictures: { before: true, now: true },
      decision: null,
    })
    const pictures = await Promise.all(
      (['before', 'now'] as const).map((moment) =>
        getHealPicture(bed.service.services, ada, { automationId: bed.automationId, id: heal!.id, moment }),
      ),
    )
    expect(pictures.map((each) => each.subarray(0, 2))).toEqual(Array(2).fill(Buffer.from([0xff, 0xd8])))
    expect(pictures[0]!.equals(pictures[1]!)).toBe(false)
  })

  test('is that of the step from its acceptance on, without a version of the automation', async () => {
    await run('Look for it')
    const { version } = await get()
    const [heal] = await ofButton()
    expect(await decide(heal!.id, 'accepted')).toMatchObject({ decision: 'accepted' })
    for (const name of ['Look for it (3)', 'Look for it']) {
      const later = await run(name)
      expect(later.status).toBe('completed')
      expect(eventsOf(later)).toEqual([])
    }
    expect((await get()).version).toBe(version)
    expect(await ofButton()).toMatchObject([{ id: heal!.id, decision: 'accepted' }])
  })

  test('that is accepted is not the word for one with a third name, which shows the accepted one as it was before', async () => {
    await run('Look for it')
    const [heal] = await ofButton()
    await decide(heal!.id, 'accepted')
    await run('Look for it')
    expect(eventsOf(await run('Discover more'))).toMatchObject([{ persisted: false }])
    expect(await ofButton()).toMatchObject([
      { lostName: 'Look for it', foundName: 'Discover more', pictures: { before: true }, decision: null },
      { id: heal!.id, decision: 'accepted' },
    ])
  })

  test('is not pressed again, nor offered again, once it is refused', async () => {
    await run('Look for it')
    const [heal] = await ofButton()
    await decide(heal!.id, 'refused')
    for (const other of [{}, { attributes: 'title="New"' }]) {
      const later = await run('Look for it', other)
      expect(later).toMatchObject({ status: 'failed', extractedData: {} })
      expect(eventsOf(later)).toMatchObject([{ outcome: 'failed' }])
    }
    expect(await ofButton()).toMatchObject([{ id: heal!.id, decision: 'refused' }])
    expect(await run('Search the shelves')).toMatchObject({ status: 'completed' })
  })

  test('that was accepted and is refused later is not pressed again', async () => {
    await run('Look for it')
    const [heal] = await ofButton()
    await decide(heal!.id, 'accepted')
    await run('Look for it')
    await decide(heal!.id, 'refused')
    expect(await run('Look for it')).toMatchObject({ status: 'failed' })
    await decide(heal!.id, 'accepted')
    const pressed = await run('Look for it')
    expect(pressed.status).toBe('completed')
    expect(eventsOf(pressed)).toEqual([])
  })

  test('that was refused is not learned where its step is saved again with the same selectors, and is with others', async () => {
    await run('Look for it')
    const [heal] = await ofButton()
    await decide(heal!.id, 'refused')
    const { actions } = await get()
    const save = (step: Action) =>
      updateAutomation(bed.service.services, ada, bed.automationId, { actions: [actions[0]!, step, read] })
    await save(click)
    expect(await run('Look for it')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('you have said that this is not it') as string,
    })
    await save({ ...click, selectors: ['main button'] })
    await learn(run('Look for it'))
  })

  test('is not that of a step which a person has changed since, whatever they decide', async () => {
    await run('Look for it')
    const [heal] = await ofButton()
    const { actions } = await get()
    const changed = { ...click, selectors: ['main button'] }
    await updateAutomation(bed.service.services, ada, bed.automationId, {
      actions: [actions[0]!, changed, read],
    })
    await learn(run('Browse'))
    await decide(heal!.id, 'accepted')
    await decide(heal!.id, 'refused')
    expect(eventsOf(await run('Discover more'))).toMatchObject([
      { message: expect.stringContaining('"Browse" is called "Discover more" now') as string },
    ])
  })
})

test('refusing one name takes the heals that differ from it only in an id or a link off the list', async () => {
  await run('Look for it', { attributes: 'data-testid="look" title="Hall 1"' })
  await run('Look for it', { attributes: 'data-testid="look" title="Hall 2"' })
  await run('Discover more')
  const [other, second, first] = await ofButton()
  expect([other, second, first].map((each) => each?.foundName)).toEqual([
    'Discover more',
    'Look for it',
    'Look for it',
  ])
  await decide(first!.id, 'refused')
  expect(await ofButton()).toMatchObject([
    { id: other!.id, decision: null },
    { id: first!.id, decision: 'refused' },
  ])
})

test('a text that is read is no heal to decide about, and a button whose name is read is one', async () => {
  const readButton: Action = { name: 'read button', type: 'extractText', selectors: ['#go'], output: 'name' }
  await automate(click, read, readButton)
  await learn(run('Search the shelves'))
  const { status, selfHealEvents } = await run('Look for it')
  expect(status).toBe('completed')
  expect(selfHealEvents.map(({ actionName }) => actionName)).toEqual(['search', 'read', 'read button'])
  expect((await list()).map(({ actionName }) => actionName).toSorted()).toEqual(['read button', 'search'])
})
