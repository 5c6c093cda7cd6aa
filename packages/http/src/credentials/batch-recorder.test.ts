import { waitFor } from '@waypost/testing'
import { expect, test } from 'vitest'
import { createBatchRecorder } from './batch-recorder.ts'

const never = (error: unknown) => {
  throw error
}

test('items recorded together are written together, in order', async () => {
  const written: number[][] = []
  const recorder = createBatchRecorder<number>(async (items) => void written.push(items), {
    intervalMs: 5,
    onError: never,
  })
  for (const item of [1, 2, 3]) recorder.record(item)
  await waitFor('the batch', () => written.length > 0)
  expect(written).toEqual([[1, 2, 3]])
  await recorder.close()
})

test('a full batch is written at once', async () => {
  const written: number[][] = []
  const recorder = createBatchRecorder<number>(async (items) => void written.push(items), {
    intervalMs: 3_600_000,
    limit: 2,
    onError: never,
  })
  for (const item of [1, 2]) recorder.record(item)
  await waitFor('the batch', () => written.length > 0)
  expect(written).toEqual([[1, 2]])
  await recorder.close()
})

test('closing writes all remaining items, including those recorded during a write', async () => {
  const written: number[] = []
  const first = Promise.withResolvers<void>()
  const recorder = createBatchRecorder<number>(
    async (items) => {
      if (items[0] === 1) await first.promise
      written.push(...items)
    },
    { intervalMs: 3_600_000, limit: 1, onError: never },
  )
  recorder.record(1)
  recorder.record(2)
  const closed = recorder.close()
  first.resolve()
  await closed
  expect(written).toEqual([1, 2])
})

test('items that could not be written are written with the next ones, before them', async () => {
  const written: number[] = []
  const errors: unknown[] = []
  const recorder = createBatchRecorder<number>(
    async (items) => {
      if (errors.length === 0) throw new Error('not now')
      written.push(...items)
    },
    { intervalMs: 5, onError: (error) => errors.push(error) },
  )
  recorder.record(1)
  await waitFor('the failure', () => errors.length > 0)
  recorder.record(2)
  await waitFor('both', () => written.length === 2)
  expect(written).toEqual([1, 2])
  await recorder.close()
})

test('items that cannot be written for long are dropped, oldest first', async () => {
  let isBroken = true
  const written: number[] = []
  const recorder = createBatchRecorder<number>(
    async (items) => {
      if (isBroken) throw new Error('not now')
      written.push(...items)
    },
    { intervalMs: 3_600_000, limit: 1, onError: () => {} },
  )
  for (let item = 0; item < 150; item += 1) recorder.record(item)
  await recorder.close()
  isBroken = false
  await recorder.close()
  expect(written).toEqual(Array.from({ length: 100 }, (_, index) => 50 + index))
})
