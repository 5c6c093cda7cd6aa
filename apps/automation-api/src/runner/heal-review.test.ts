import { eq, sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAutomation } from '../automations/create-automation.ts'
import { deleteAutomation } from '../automations/delete-automation.ts'
import { getAutomation } from '../automations/get-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { elementPictures, heals } from '../db/heal-tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import { decideHeal } from '../heals/decide-heal.ts'
import { listUndecidedHeals } from '../heals/list-undecided-heals.ts'
import { getHealPicture, listHeals } from '../heals/read-heals.ts'
import { claimQueuedNotices } from '../notices/claim-queued-notices.ts'
import { ada, learn, openRunnerBed } from './test-runner.ts'

const { bed, execute } = openRunnerBed({
  url: 'http://127.0.0.1:9999/',
  events: ['automation.completed'],
})

const write = (button: string) => `<title>Shop</title><h1>Harbour Books</h1><main><h2>Find a book</h2>
  <label>Title <input id="title"></label> ${button} <h3>What others read</h3></main><p></p>
  <script>document.querySelector('button').onclick = () => { document.querySelector('p').textContent = 'Found' }</script>`
const before = write('<button id="go" type="button">Search the shelves</button>')
const redesigned = write('<div><button id="x-9" type="button">Search the shelves</button></div>')

beforeAll(() => {
  bed.service.services.cooldownMs = 0
})
beforeEach(async () => {
  bed.page = before
  const { id } = await createAutomation(bed.service.services, ada, {
    name: 'Search',
    actions: [
      { name: 'open', type: 'navigate', url: bed.site.url },
      { name: 'search', type: 'click', selectors: ['#go'] },
      { name: 'read', type: 'extractText', selectors: ['p'], output: 'answer' },
    ],
  })
  bed.automationId = id
  await learn(runAsBefore())
  bed.page = redesigned
})

/** A run in which the button is not where it was. */
const run = () => runAsBefore(['search'])

async function runAsBefore(inVain: string[] = []) {
  const { executionId } = await triggerAutomation(bed.service.services, ada, bed.automationId, {})
  await execute(executionId, { inVain })
  return getExecution(bed.service.services, ada, executionId)
}
const list = () => listHeals(bed.service.services, ada, bed.automationId)
const decide = (id: string, decision: 'accepted' | 'refused') =>
  decideHeal(bed.service.services, ada, { automationId: bed.automationId, id, decision })
const selectorsOf = async () => {
  const { actions } = await getAutomation(bed.service.services, ada, bed.automationId)
  return (actions[1] as { selectors: unknown }).selectors
}

describe('a heal', () => {
  test('is told to the owner of its automation once, and not once they have decided about it', async () => {
    const told = async () =>
      (await claimQueuedNotices(bed.service.services, ['heal_undecided'])).filter(
        (notice) => notice.kind === 'heal_undecided' && notice.automationId === bed.automationId,
      )
    await run()
    expect(await told()).toMatchObject([{ ownerId: ada.ownerId, actionName: 'search' }])
    await runAsBefore()
    const { db } = bed.service.services
    expect(await db.$count(sql`automation.notices`, sql`automation_id = ${bed.automationId}`)).toBe(1)
    await decide((await list())[0]!.id, 'accepted')
    await db.execute(sql`delete from automation.notices where automation_id = ${bed.automationId}`)
    bed.page = before
    await runAsBefore()
    bed.page = redesigned
    await runAsBefore()
    expect(await told()).toEqual([])
  })

  test('is listed once, with both pictures and its evidence, however often it is made', async () => {
    await run()
    const [heal, ...others] = await list()
    expect(others).toEqual([])
    expect(heal).toMatchObject({
      actionName: 'search',
      foundName: 'Search the shelves',
      oldSelectors: ['#go'],
      pictures: { before: true, now: true },
      evidence: expect.arrayContaining(['the same form']),
      decision: null,
    })
    for (const moment of ['before', 'now'] as const) {
      const which = { automationId: bed.automationId, id: heal!.id, moment }
      const image = await getHealPicture(bed.service.services, ada, which)
      expect(image.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
      expect(image.length).toBeLessThanOrEqual(64 * 1024)
    }
  })

  test('is among those of its account until somebody decides about it, and of no other account', async () => {
    await run()
    const page = { limit: 20, offset: 0 }
    const undecided = async () => {
      const { items } = await listUndecidedHeals(bed.service.services, ada, page)
      return items.filter(({ automationId }) => automationId === bed.automationId)
    }
    const [heal, ...others] = await undecided()
    expect(others).toEqual([])
    expect(heal).toMatchObject({ automationName: 'Search', actionName: 'search', decision: null })
    const stranger = { ...ada, ownerId: 'somebody-else' }
    expect(await listUndecidedHeals(bed.service.services, stranger, page)).toEqual({ items: [], total: 0 })
    await decide(heal!.id, 'accepted')
    expect(await undecided()).toEqual([])
  })

  test('that is refused is taken back, and is never made again', async () => {
    expect(await run()).toMatchObject({ status: 'completed' })
    const [heal] = await list()
    expect(await selectorsOf()).not.toEqual(['#go'])
    expect(await decide(heal!.id, 'refused')).toMatchObject({ decision: 'refused' })
    expect(await selectorsOf()).toEqual(['#go'])
    for (let times = 0; times < 2; times += 1) {
      const { status, selfHealEvents } = await run()
      expect(status).toBe('failed')
      expect(selfHealEvents).toMatchObject([
        { outcome: 'failed', message: 'Not found again: you have said that "Search the shelves" is not it.' },
      ])
    }
    expect(await list()).toMatchObject([{ id: heal!.id, decision: 'refused' }])
  })

  test('that is refused is never made again where its count and its id have changed', async () => {
    bed.page = write('<div><button id="x-9" type="button">Search the shelves (3)</button></div>')
    expect(await run()).toMatchObject({ status: 'completed' })
    const [heal] = await list()
    await decide(heal!.id, 'refused')
    bed.page = write('<div><button id="aisle" type="button">Search the shelves (5)</button></div>')
    expect(await run()).toMatchObject({ status: 'failed' })
    expect(await list()).toMatchObject([{ id: heal!.id, decision: 'refused' }])
  })

  test('that is refused and then accepted is written back', async () => {
    await run()
    const [heal] = await list()
    await decide(heal!.id, 'refused')
    await decide(heal!.id, 'accepted')
    expect(await selectorsOf()).toEqual(heal!.newSelectors)
    expect(await runAsBefore()).toMatchObject({ status: 'completed', selfHealEvents: [] })
  })

  test.each(['accepted', 'refused'] as const)(
    'of selectors with variables leaves them once %s, for all runs',
    async (decision) => {
      const { id } = await createAutomation(bed.service.services, ada, {
        name: 'Search',
        actions: [
          { name: 'open', type: 'navigate', url: bed.site.url },
          { name: 'search', type: 'click', selectors: ['#${id}'] },
        ],
        variables: { id: { default: 'go' } },
      })
      bed.automationId = id
      bed.page = before
      await learn(runAsBefore())
      bed.page = redesigned
      await run()
      const [heal] = await list()
      await decide(heal!.id, decision)
      expect(await selectorsOf()).toEqual(['#${id}'])
      const { status, selfHealEvents } = await run()
      expect(status).toBe(decision === 'accepted' ? 'completed' : 'failed')
      expect(selfHealEvents).toMatchObject([{ persisted: false }])
      expect(await list()).toMatchObject([{ id: heal!.id, decision }])
    },
  )

  test('is not that of another owner', async () => {
    await run()
    const [heal] = await list()
    const other = { ...ada, ownerId: 'somebody-else' }
    await expect(listHeals(bed.service.services, other, bed.automationId)).rejects.toThrow(
      'Automation not found',
    )
    const which = { automationId: bed.automationId, id: heal!.id }
    await expect(decideHeal(bed.service.services, other, { ...which, decision: 'accepted' })).rejects.toThrow(
      'Automation not found',
    )
    await expect(getHealPicture(bed.service.services, other, { ...which, moment: 'now' })).rejects.toThrow(
      'Picture not found',
    )
    await expect(decide(newId(), 'accepted')).rejects.toThrow('Heal not found')
  })

  test('is deleted with its automation, and so are the pictures of its elements', async () => {
    await run()
    const { db } = bed.service.services
    await deleteAutomation(bed.service.services, ada, bed.automationId)
    expect(await db.select().from(heals).where(eq(heals.automationId, bed.automationId))).toEqual([])
    const left = await db
      .select({ name: elementPictures.actionName })
      .from(elementPictures)
      .where(eq(elementPictures.automationId, bed.automationId))
    expect(left).toEqual([])
  })
})
