import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { drainListQueue } from './drain-list-queue.ts'
import { outboundQueue } from '../outbound/outbound-queue.ts'
import { openWorkBed } from '../testing/test-work.ts'

interface Job {
  number: number
}

const bed = openWorkBed()
const list = (numbers: number[]) =>
  bed.work.boss.send(
    'gathered-departures',
    numbers.map((number) => ({ number })),
  )
const drain = (work: (job: Job) => Promise<void>, onError: (error: unknown, job: Job) => void = () => {}) =>
  drainListQueue<Job>(bed.work.boss, outboundQueue, {}, work, onError)

test('each job of each list that the version before left is done once', async () => {
  await list([1, 2, 3, 4, 5])
  await list([6, 7])
  const done: number[] = []
  const stop = await drain(async ({ number }) => void done.push(number))
  await waitFor('all of them', () => done.length === 7)
  await stop()
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(await bed.work.boss.findJobs('gathered-departures', { queued: true })).toEqual([])
})

test('a list is done again as a whole where one job of it fails, once the others have ended', async () => {
  await list([1, 2])
  const begun: number[] = []
  const failures: Job[] = []
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const attempt = async ({ number }: Job) => {
    begun.push(number)
    if (number === 2) return over
    if (begun.length <= 2) throw new Error('not yet')
  }
  const stop = await drain(attempt, (_error, job) => failures.push(job))
  await waitFor('both to begin', () => begun.length === 2)
  end()
  await waitFor('both again', () => begun.length === 4)
  await stop()
  expect(begun).toEqual([1, 2, 1, 2])
  expect(failures).toEqual([{ number: 1 }])
})
