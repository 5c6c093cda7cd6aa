import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishEvent } from '../publish-event.ts'
import { webhookTables } from '../tables.ts'
import { openTestOutbox, started, type TestOutbox } from '../test-outbox.ts'
import { compileFilter } from './compile-filter.ts'

const { webhooks, deliveries } = webhookTables('automation')
const event = { ownerId: 'ada', event: 'execution.started' as const, data: started }

let bed: TestOutbox

beforeAll(async () => {
  bed = await openTestOutbox()
})
afterAll(() => bed.close())
beforeEach(() => bed.empty())

const publish = (options: { callback?: { url: string; subjectId: string } } = {}) =>
  bed.db.transaction((tx) => publishEvent(tx, bed.outbox, { ...event, ...options }).deliveryIds)

async function registerFor(automationId?: string): Promise<string> {
  const id = await bed.register('ada', ['execution.started'])
  if (automationId !== undefined)
    await bed.db
      .update(webhooks)
      .set({ filterPath: compileFilter({ automationId }) })
      .where(eq(webhooks.id, id))
  return id
}

test('an event goes to the webhooks whose filter its data matches, and to those without one', async () => {
  const [every, wanted] = [await registerFor(), await registerFor(started.automationId)]
  await registerFor(newId())
  await publish()
  const rows = await bed.db.select().from(deliveries)
  expect(rows.map(({ webhookId }) => webhookId).toSorted()).toEqual([every, wanted].toSorted())
})

test('a URL that is called back gets the event whatever the filter of its webhook says', async () => {
  await registerFor(newId())
  const callback = { url: 'https://example.com', subjectId: newId() }
  expect(await publish({ callback })).toHaveLength(1)
  expect(await publish()).toEqual([])
})
