import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { getAutomation } from '../../automations/get-automation.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { updateAutomation } from '../../automations/update-automation.ts'
import { getExecution } from '../../executions/get-execution.ts'
import { ada, openRunnerBed } from '../test-runner.ts'

const { bed, execute } = openRunnerBed({ url: 'http://127.0.0.1:9999/', events: ['automation.failed'] })

const write = (buttons: string) => `<title>Shop</title><h1>Oak chair</h1><p>Made by hand</p>${buttons}
  <p id="pressed">none</p><footer><a href="/imprint">Imprint</a></footer>
  <script>
    for (const button of document.querySelectorAll('button'))
      button.addEventListener('click', () => { document.querySelector('#pressed').textContent = button.textContent })
  </script>`
const add = (id: string) => `<button id="${id}" type="button">Add to cart</button>`
const wish = (id: string) => `<button id="${id}" type="button">Wish list</button>`
const asLearned = write(add('add') + wish('wish'))

const readPressed: Action = {
  name: 'read',
  type: 'extractText',
  selectors: ['#pressed'],
  output: 'pressed',
  multiple: true,
}
const click = (selector: string, name = 'Add to cart'): Action => ({
  name,
  type: 'click',
  selectors: [selector],
})

beforeAll(() => {
  bed.service.services.cooldownMs = 0
})
beforeEach(() => {
  bed.page = asLearned
})

async function automate(...actions: Action[]) {
  const open: Action = { name: 'open', type: 'navigate', url: bed.site.url }
  const { id } = await createAutomation(bed.service.services, ada, {
    name: 'Shop',
    actions: [open, ...actions],
  })
  bed.automationId = id
}

/** @param inVain the steps whose elements are not on the page */
async function run(page = bed.page, ...inVain: string[]) {
  bed.page = page
  const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {})
  await execute(executionId, { inVain })
  return getExecution(bed.service.services, ada, executionId)
}

const selectorsOf = async (position: number) =>
  (
    (await getAutomation(bed.service.services, ada, bed.automationId)).actions[position] as {
      selectors: unknown
    }
  ).selectors

const pressedAdd = { status: 'completed', extractedData: { pressed: ['Add to cart'] } }

test('a button that swapped its id with its neighbour is still the one pressed, also after a removal', async () => {
  await automate(click('#add'), readPressed)
  expect(await run()).toMatchObject({ ...pressedAdd, selfHealEvents: [] })
  expect(await run(write(add('wish') + wish('add')))).toMatchObject({
    ...pressedAdd,
    selfHealEvents: [{ outcome: 'succeeded', persisted: true }],
  })
  const removed = await run(write(wish('wish')), 'Add to cart')
  expect(removed).toMatchObject({
    status: 'failed',
    selfHealEvents: [{ outcome: 'failed', persisted: false }],
  })
  expect(await run(asLearned)).toMatchObject({ ...pressedAdd, selfHealEvents: [] })
})

test.each(['#add', 'button:nth-of-type(1)', 'xpath///button[1]'])(
  'a removed button is never replaced by its neighbour, even though %s finds that one',
  async (selector) => {
    await automate(click(selector), readPressed)
    await run()
    await run()
    const before = await selectorsOf(1)
    const removed = await run(write(wish('add')))
    expect(removed).toMatchObject({ status: 'failed', selfHealEvents: [{ outcome: 'failed' }] })
    expect(removed.error).toContain('"Wish list"')
    expect(await selectorsOf(1)).toEqual(before)
    expect(await run(asLearned)).toMatchObject({ ...pressedAdd, selfHealEvents: [] })
  },
)

test('buttons that changed places are distinguished under a positional selector', async () => {
  await automate(click('button:nth-of-type(1)', 'buy'), readPressed)
  await run()
  await run()
  expect(await run(write(wish('wish') + add('add')))).toMatchObject({
    ...pressedAdd,
    selfHealEvents: [{ outcome: 'succeeded' }],
  })
  expect(await run(asLearned)).toMatchObject(pressedAdd)
})

const chair = (button: string) => write(`${button}${wish('wish')}`)
const named = (name: string) =>
  `<button id="add" type="button" class="buy" data-testid="add-item"><i class="icon-basket"></i>${name}</button>`

test('a renamed button is shown as renamed until a person saves the step again', async () => {
  await automate(click('#add', 'buy'), readPressed)
  await run(chair(named('Add to cart')))
  for (let times = 0; times < 4; times += 1) {
    const renamed = await run(chair(named('Put in basket')))
    expect(renamed).toMatchObject({
      status: 'completed',
      extractedData: { pressed: ['Put in basket'] },
      selfHealEvents: [{ outcome: 'succeeded', persisted: false, oldSelector: '#add', newSelector: '#add' }],
    })
    expect(renamed.selfHealEvents[0]!.message).toMatch(
      /^Renamed: "Add to cart" is called "Put in basket" now\. .*the same test id/,
    )
  }
  // The learned name still counts.
  const swapped = await run(write(`${named('Put in basket')}${add('new')}`))
  expect(swapped).toMatchObject(pressedAdd)

  await automate(click('#add', 'buy'), readPressed)
  await run(chair(named('Add to cart')))
  const { actions } = await getAutomation(bed.service.services, ada, bed.automationId)
  await updateAutomation(bed.service.services, ada, bed.automationId, { actions })
  await run(chair(named('Put in basket')))
  expect(await run()).toMatchObject({ status: 'completed', selfHealEvents: [] })
})

const about = (text: string) => write(`<dl><dt>Origin</dt><dd id="made">${text}</dd><dt>Care</dt></dl>`)

const tellsOf = async (text: string) => {
  const { selfHealEvents, extractedData, error } = await run(about(text))
  expect([error, extractedData]).toEqual([null, { made: text }])
  return selfHealEvents.map(({ message }) => message.slice(0, 8))
}

test('a button that had an icon only and has words instead is pressed as a guess, which is never written back', async () => {
  const icon =
    '<button id="find" type="button"><svg data-icon="magnifying-glass" width="16" height="16"></svg></button>'
  await automate(click('#find', 'find'), readPressed)
  // What a press of it shows is nothing.
  await run(write(`<nav>${icon}</nav>`), 'read')
  for (let times = 0; times < 3; times += 1) {
    const { status, selfHealEvents } = await run(
      write('<nav><button type="button">Search</button></nav>'),
      'find',
    )
    expect(status).toBe('completed')
    expect(selfHealEvents).toMatchObject([{ outcome: 'succeeded', persisted: false }])
    expect(selfHealEvents[0]!.message).toMatch(/^Renamed: what had no name is called "Search" now\. Found /)
  }
  expect(await selectorsOf(1)).toEqual(['#find'])
})

test('a text that is read is recognised by other words after three successful runs, and by none where they change each time', async () => {
  const read: Action = { name: 'read', type: 'extractText', selectors: ['#made'], output: 'made' }
  await automate(read)
  const shown: string[][] = []
  for (const text of ['Sweden', 'Norway', 'Norway', 'Norway', 'Norway']) shown.push(await tellsOf(text))
  expect(shown).toEqual([[], ['Renamed:'], ['Renamed:'], ['Renamed:'], []])
  const varying: string[][] = []
  for (const text of ['Chile', 'Peru', 'Bolivia', 'Spain', 'Malta']) varying.push(await tellsOf(text))
  expect(varying).toEqual([['Renamed:'], ['Renamed:'], ['Renamed:'], [], []])
})

test('a step with the name of another button than its selector finds fails before anything is learned', async () => {
  await automate(click('#add'), readPressed)
  const first = await run(write(add('wish') + wish('add')))
  expect(first).toMatchObject({ status: 'failed', selfHealEvents: [] })
  expect(first.error).toContain('the selector finds "Wish list"')
  expect(await run(asLearned)).toMatchObject({ ...pressedAdd, selfHealEvents: [] })
})

const rows = (names: string[]) =>
  write(
    names.map((name) => `<p>${name} <button type="button" data-of="${name}">Show it</button></p>`).join(''),
  )

test('a name that two buttons now have means the learned one', async () => {
  await automate(click('text/Show it', 'show'), {
    name: 'see',
    type: 'waitForElement',
    selectors: ['#pressed'],
    properties: { textContent: 'Show it' },
  })
  await run(rows(['Oak']))
  expect(await run(rows(['Pine', 'Oak']))).toMatchObject({ status: 'completed', selfHealEvents: [] })
  const gone = await run(rows(['Pine', 'Ash']), 'show')
  expect(gone).toMatchObject({ status: 'failed' })
  expect(gone.error).toContain('matches 2 elements, not one: button "Show it" after "Pine"')
})

test('an element learned by an earlier release is used, and its surroundings are added', async () => {
  await automate(click('#add'), readPressed)
  await run()
  const owner = bed.service.database.connectAsOwner().db
  await owner.execute(sql`update automation.learned_elements set recorded = recorded - 'others'`)
  expect(await run(write(add('wish') + wish('add')))).toMatchObject(pressedAdd)
  await owner.execute(sql`update automation.learned_elements set recorded = recorded - 'others'`)
  await run()
  const kept = await owner.execute(sql`select recorded->'others' as others from automation.learned_elements`)
  expect(kept.rows).toEqual([{ others: expect.arrayContaining([expect.any(String)]) as string[] }])
})
