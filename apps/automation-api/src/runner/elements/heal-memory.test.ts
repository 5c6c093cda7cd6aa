import { and, eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAutomation } from '../../automations/create-automation.ts'
import { heals } from '../../db/heal-tables.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Fingerprint } from '../healing/fingerprint.ts'
import { element } from '../healing/identity/test-elements.ts'
import { hashName } from '../healing/in-page/read-name.ts'
import type { Recorded } from '../healing/recorded.ts'
import { loadHealMemory } from './heal-memory.ts'

let service: TestApp
/** The services with the runner's role. */
let runner: Pick<TestApp['services'], 'db' | 'clock' | 'limits'>
beforeAll(async () => {
  service = await startTestApp()
  const { clock, limits } = service.services
  runner = { clock, limits, db: service.database.connectAs('waypost_automation_runner').db }
})
afterAll(() => service.close())

const ada = { ownerId: 'ada', keyId: null, ip: '127.0.0.1' }
const button = (fields: Partial<Fingerprint>, others: string[] = []): Recorded => ({
  ...element(fields, { others }),
  alternatives: [],
})

const healOnto = (found: Recorded) => ({
  actionName: 'save',
  found,
  foundName: found.fingerprint.name,
  message: '',
  evidence: [],
  oldSelectors: ['#save'],
  newSelectors: ['#other'],
  frame: [],
  lost: found,
  nowImage: null,
})

/** What is said about `later` once a person has decided about `found`. */
async function decide(found: Recorded, decision: 'accepted' | 'refused', later: Recorded) {
  const { db } = service.services
  const { id: automationId } = await createAutomation(service.services, ada, {
    name: 'Save',
    actions: [{ name: 'save', type: 'click', selectors: ['#save'] }],
  })
  const ids = { automationId, ownerId: ada.ownerId, executionId: newId() }
  const memory = await loadHealMemory(runner, ids)
  memory.keepHeal(healOnto(found))
  await runner.db.transaction((tx) => memory.save(tx))
  const own = and(eq(heals.automationId, automationId), eq(heals.ownerId, ada.ownerId))
  await db.update(heals).set({ decision }).where(own)
  const reloaded = await loadHealMemory(runner, ids)
  return { decision: reloaded.decisionOf('save', later), reloaded, own }
}

test.each<[string, Recorded, Recorded]>([
  ['a count in its name', button({ name: 'Inbox (3)', id: 'a' }), button({ name: 'Inbox (5)', id: 'a' })],
  ['its id', button({ name: 'Save', id: 'a' }), button({ name: 'Save', id: 'b' })],
  ['its link', button({ name: 'Save', href: '/a' }), button({ name: 'Save', href: '/b' })],
  ['its title', button({ name: 'Save', title: 'Hall 1' }), button({ name: 'Save', title: 'Hall 2' })],
  [
    'its id, where only an icon shows',
    button({ icon: 'trash', id: 'a' }),
    button({ icon: 'trash', id: 'b' }),
  ],
])('a refused element stays refused where %s has changed', async (_, refused, later) => {
  expect((await decide(refused, 'refused', later)).decision).toBe('refused')
})

test.each<[string, Recorded, Recorded]>([
  ['a count in its name', button({ name: 'Inbox (3)', id: 'a' }), button({ name: 'Inbox (5)', id: 'a' })],
  ['its id', button({ name: 'Save', id: 'a' }), button({ name: 'Save', id: 'b' })],
  ['its link', button({ name: 'Save', href: '/a' }), button({ name: 'Save', href: '/b' })],
])('an accepted element says nothing about one that differs in %s', async (_, accepted, later) => {
  expect((await decide(accepted, 'accepted', later)).decision).toBeUndefined()
  expect((await decide(accepted, 'accepted', accepted)).decision).toBe('accepted')
})

test.each<[string, Recorded, Recorded]>([
  ['another name', button({ name: 'Save' }), button({ name: 'Delete' })],
  ['another role', button({ name: 'Save' }), button({ name: 'Save', role: 'link', tag: 'a' })],
  [
    'another number among its likes',
    button({ name: 'Page 2' }, [hashName('# page')]),
    button({ name: 'Page 3' }, [hashName('# page')]),
  ],
  ['another id, and nothing else to know it by', button({ id: 'a' }), button({ id: 'b' })],
])('a refused element says nothing about one with %s', async (_, refused, later) => {
  expect((await decide(refused, 'refused', later)).decision).toBeUndefined()
})

test('an element stored by the description of an earlier release is known by all of it', async () => {
  const refused = button({ name: 'Save', id: 'a' })
  const { own, reloaded } = await decide(refused, 'refused', refused)
  const { db } = service.services
  const [row] = await db.select().from(heals).where(own)
  const owner = service.database.connectAsOwner().db
  await owner
    .update(heals)
    .set({ candidate: row!.candidate.subarray(0, 32) })
    .where(own)
  const ids = { automationId: row!.automationId, ownerId: ada.ownerId, executionId: newId() }
  const memory = await loadHealMemory(runner, ids)
  expect(memory.decisionOf('save', refused)).toBe('refused')
  expect(memory.decisionOf('save', button({ name: 'Save', id: 'b' }))).toBeUndefined()
  expect(reloaded.decisionOf('another step', refused)).toBeUndefined()
  memory.keepHeal(healOnto(refused))
  await runner.db.transaction((tx) => memory.save(tx))
  expect(await db.$count(heals, own)).toBe(1)
})
