import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLog, type TestLog } from '../log/test-log.ts'
import { listParkedOwners } from './list-parked-owners.ts'

let log: TestLog
beforeAll(async () => {
  log = await openTestLog()
})
afterAll(() => log.close())

const park = (ownerId: string, count: number, secondsAgo: number) =>
  log.add(
    newId(),
    ...Array.from({ length: count }, () => ({
      ownerId,
      status: 'pending' as const,
      isParked: true,
      nextAttemptAt: new Date(Date.now() - secondsAgo * 1000),
    })),
  )

test('nobody is listed where nothing is parked', async () => {
  await log.add(newId(), { status: 'pending', nextAttemptAt: new Date() })
  expect(await listParkedOwners(log.db, 'automation', 10)).toEqual([])
})

test('the owners with most parked deliveries are listed, over all of their webhooks, of each of which a thousand count', async () => {
  await park('ada', 2, 100)
  await park('bob', 1, 40)
  await park('eve', 1001, 20)
  await park('ada', 3, 50)
  const owners = await listParkedOwners(log.db, 'automation', 2)
  expect(owners).toEqual([
    { queue: 'parked', ownerId: 'eve', waiting: 1000, active: 0, oldestSeconds: expect.any(Number) },
    { queue: 'parked', ownerId: 'ada', waiting: 5, active: 0, oldestSeconds: expect.any(Number) },
  ])
  expect(owners.map(({ oldestSeconds }) => Math.floor(oldestSeconds / 10))).toEqual([2, 10])
})
