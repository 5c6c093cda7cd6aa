import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAutomation } from '../../automations/create-automation.ts'
import { learnedElements } from '../../db/tables.ts'
import { startTestApp, type TestApp } from '../../test-app.ts'
import { element, heal } from '../healing/identity/test-elements.ts'
import { loadLearnedElements } from './learned-elements.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})

afterAll(() => service.close())

test('what an earlier release has learned is compared as what it did not know', async () => {
  const { db } = service.services
  const selectors = ['#go']
  const { id: automationId } = await createAutomation(
    service.services,
    { ownerId: newId(), keyId: null, ip: '127.0.0.1' },
    { name: 'Search', actions: [{ type: 'click', name: 'search', selectors }] },
  )
  const learned = element({ name: 'Search the shelves' })
  const recorded = { ...learned, alternatives: [] }
  await db.insert(learnedElements).values({ automationId, actionName: 'search', selectors, recorded })
  await db.execute(sql`
    update automation.learned_elements
    set recorded = recorded #- '{fingerprint,heading}' #- '{fingerprint,form}' #- '{fingerprint,twins}'
      #- '{fingerprint,landmark}'
    where automation_id = ${automationId}`)
  const found = (await loadLearnedElements(db, automationId)).find('search', selectors)
  const { recorded: read } = found!
  const twins = [element({ name: 'Search the shelves' }), element({ name: 'Search the shelves' })]
  expect(heal(read, [twins[0]!])).toMatchObject({ best: twins[0] })
  expect(heal(read, twins).outcome).toBe('failed')
  expect(read.fingerprint).toMatchObject({ name: 'Search the shelves', heading: '', form: '', landmark: '' })
})
