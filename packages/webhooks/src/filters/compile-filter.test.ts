import { createTestDatabase, type TestDatabase } from '@waypost/testing'
import type { Db } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileFilter, FilterError } from './compile-filter.ts'
import { tryFilter } from './try-filter.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.connectAs('waypost_automation_api').db
})
afterAll(() => database.drop())

const data = {
  automationId: 'a1',
  status: 'failed',
  error: null,
  count: 3,
  selfHeal: { occurred: true, healedActions: [{ actionName: 'Save' }, { actionName: 'Open "it"' }] },
  tags: ['red', 'green'],
  'with-dash': '"\\',
}

test.each<[object, boolean]>([
  [{ automationId: 'a1' }, true],
  [{ automationId: 'a2' }, false],
  [{ automationId: 'A1' }, false],
  [{ automationId: 'a1', status: 'completed' }, false],
  [{ error: null }, true],
  [{ missing: null }, false],
  [{ 'selfHeal.occurred': true }, true],
  [{ 'selfHeal.occurred': 'true' }, false],
  [{ 'selfHeal.healedActions.actionName': 'Open "it"' }, true],
  [{ tags: 'green' }, true],
  [{ tags: 'blue' }, false],
  [{ 'with-dash': '"\\' }, true],
  [{ count: 3 }, true],
  [{ count: { $gt: 2, $lte: 3 } }, true],
  [{ count: { $gte: -1, $lt: 3 } }, false],
  [{ count: { $gt: 'a' } }, false],
  [{ status: { $ne: 'completed' } }, true],
  [{ missing: { $ne: 'completed' } }, false],
  [{ status: { $in: ['completed', 'failed'] } }, true],
  [{ status: { $in: ['completed'] } }, false],
  [{ status: { $startsWith: 'fail' } }, true],
  [{ count: { $startsWith: '3' } }, false],
  [{ error: { $exists: true } }, true],
  [{ missing: { $exists: false } }, true],
  [{ missing: { $exists: true } }, false],
  [{ $or: [{ status: 'completed' }, { count: 3 }] }, true],
  [{ $and: [{ status: 'failed' }, { count: 4 }] }, false],
  [{ $not: { status: 'completed' } }, true],
  [{ $not: { count: { $gt: 'a' } } }, true],
  [{ $not: { $not: { status: 'failed' } } }, true],
])('the filter %j matches: %s', async (filter, matches) => {
  expect(await tryFilter(db, { filter: filter as Record<string, unknown>, data })).toEqual({ matches })
})

test.each<[object, string]>([
  [{}, 'must have a condition'],
  [{ 'a b': 1 }, 'must name fields such as "a.b", and not "a b"'],
  [{ 'a"); drop': 1 }, 'must name fields'],
  [{ $where: '1' }, 'must name fields'],
  [{ a: {} }, 'must say what a is compared with'],
  [{ a: { $regex: 'x' } }, 'must not use $regex'],
  [{ a: { constructor: 'x' } }, 'must not use constructor'],
  [{ a: [1] }, 'must compare fields with texts, numbers, true, false or null'],
  [{ a: { $in: [] } }, 'must give $in a list'],
  [{ a: { $in: [{}] } }, 'must compare fields with'],
  [{ a: { $exists: 1 } }, 'must give $exists true or false'],
  [{ a: { $startsWith: 1 } }, 'must give $startsWith a text'],
  [{ $or: { a: 1 } }, 'must give $or a list'],
  [{ $or: [1] }, 'must consist of objects with conditions'],
  [{ $not: { $not: { $not: { $not: { $not: { $not: { a: 1 } } } } } } }, 'must not be nested deeper than 5'],
  [{ a: 'x'.repeat(4096) }, 'must not be longer than 4096 characters'],
])('the filter %j is refused: it %s', (filter, message) => {
  expect(() => compileFilter(filter as Record<string, unknown>)).toThrow(FilterError)
  expect(() => compileFilter(filter as Record<string, unknown>)).toThrow(message)
})
