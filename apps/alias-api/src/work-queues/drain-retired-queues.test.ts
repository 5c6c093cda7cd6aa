import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { drainRetiredQueues } from './drain-retired-queues.ts'
import { retiredOutboundQueue } from '../outbound/outbound-queue.ts'
import { openWorkBed } from '../testing/test-work.ts'

interface Job {
  outboundId: string
}

const bed = openWorkBed()
const list = (ids: string[]) =>
  bed.work.boss.send(
    'gathered-departures',
    ids.map((departureId) => ({ departureId })),
  )
const drain = (work: (job: Job) => Promise<void>, onError: (error: unknown, job: Job) => void = () => {}) =>
  drainRetiredQueues(bed.work.boss, retiredOutboundQueue, {}, work, onError)

test('each job that the previous version enqueued, alone or in a list, is done once', async () => {
  await list(['1', '2', '3', '4', '5'])
  await list(['6', '7'])
  await bed.work.boss.send('departures', { departureId: '8' })
  const done: string[] = []
  const stop = await drain(async ({ outboundId }) => void done.push(outboundId))
  await waitFor('all of them', () => done.length === 8)
  await stop()
  expect(done.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  for (const queue of ['gathered-departures', 'departures']) {
    expect(await bed.work.boss.findJobs(queue, { queued: true })).toEqual([])
  }
})

test('a list is retried as a whole where one of its jobs fails, once the others have ended', async () => {
  await list(['1', '2'])
  const begun: string[] = []
  const failures: Job[] = []
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const attempt = async ({ outboundId }: Job) => {
    begun.push(outboundId)
    if (outboundId === '2') return over
    if (begun.length <= 2) throw new Error('not yet')
  }
  const stop = await drain(attempt, (_error, job) => failures.push(job))
  await waitFor('both to begin', () => begun.length === 2)
  end()
  await waitFor('both again', () => begun.length === 4)
  await stop()
  expect(begun).toEqual(['1', '2', '1', '2'])
  expect(failures).toEqual([{ outboundId: '1' }])
})
