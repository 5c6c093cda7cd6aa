import type { Db } from '@waypost/postgres'
import { waitFor } from '@waypost/testing'
import { beforeAll, expect, test } from 'vitest'
import { leaveTogether } from './leave-jobs.ts'
import { departureQueue } from './outbound/departure-queue.ts'
import { openWorkBed } from './test-work.ts'
import { workTogether } from './work-together.ts'

interface Job {
  number: number
}

const bed = openWorkBed()
let db: Db

beforeAll(() => {
  ;({ db } = bed.service.database.connectAs('waypost_alias_mail'))
})

const leave = (numbers: number[]) =>
  db.transaction((tx) =>
    leaveTogether(
      tx,
      bed.work.boss,
      departureQueue.name,
      numbers.map((number) => ({ number })),
    ),
  )
const waiting = async () => {
  const queues = [departureQueue.name, `gathered-${departureQueue.name}`]
  const found = await Promise.all(
    queues.map((queue) => bed.work.boss.findJobs<object>(queue, { queued: true })),
  )
  return found.map((jobs) => jobs.map(({ data }) => data))
}

test('many jobs are left as one, and a few as they are', async () => {
  await leave([1, 2, 3, 4, 5])
  await leave([6, 7])
  const [few, many] = await waiting()
  expect(few).toEqual(expect.arrayContaining([{ number: 6 }, { number: 7 }]))
  expect(many).toEqual([[1, 2, 3, 4, 5].map((number) => ({ number }))])
})

test('what is left by a transaction that fails is not there', async () => {
  const failing = db.transaction(async (tx) => {
    await leaveTogether(
      tx,
      bed.work.boss,
      departureQueue.name,
      [1, 2, 3, 4, 5].map((number) => ({ number })),
    )
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await waiting()).toEqual([[], []])
})

test('each is done once, and no more at a time than there is room for, however they were left', async () => {
  await leave([1, 2, 3, 4, 5, 6, 7, 8])
  await leave([9, 10])
  await leave([11, 12])
  const done: number[] = []
  let underWay = 0
  let most = 0
  const attempt = async ({ number }: Job) => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    done.push(number)
  }
  const stop = await workTogether<Job>(bed.work.boss, departureQueue.name, { atATime: 3 }, attempt, () => {})
  await waitFor('all of them', () => done.length === 12)
  await stop()
  expect(done.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(most).toBe(3)
  expect(await waiting()).toEqual([[], []])
})

test('each waits its turn before it begins', async () => {
  await leave([1, 2, 3, 4, 5])
  const { promise: calm, resolve: calmDown } = Promise.withResolvers<void>()
  let asked = 0
  const before = () => {
    asked += 1
    return calm
  }
  const done: number[] = []
  const attempt = async ({ number }: Job) => void done.push(number)
  const stop = await workTogether<Job>(
    bed.work.boss,
    departureQueue.name,
    { atATime: 2, before },
    attempt,
    () => {},
  )
  await waitFor('two being asked for', () => asked === 2)
  expect(done).toEqual([])
  calmDown()
  await waitFor('all of them', () => done.length === 5)
  await stop()
  expect(asked).toBe(5)
})
