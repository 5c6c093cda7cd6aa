import { expect, test } from 'vitest'
import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'
import { createGate } from './create-gate.ts'

test('a gate runs at most its number of tasks, queues the next ones in order, and refuses those beyond the queue', async () => {
  const gate = createGate({ concurrency: 2, maxWaiting: 2 })
  const started: string[] = []
  const work = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = gate(async () => {
      started.push(name)
      await promise
      return name
    })
    return { done, finish: resolve }
  }
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(work) as [Work, Work, Work, Work]
  type Work = ReturnType<typeof work>

  await expect(work('five').done).rejects.toThrow(TooManyRequestsError)
  expect(started).toEqual(['one', 'two'])
  two.finish()
  await expect(two.done).resolves.toBe('two')
  expect(started).toEqual(['one', 'two', 'three'])
  for (const { finish } of [one, three, four]) finish()
  await Promise.all([one.done, three.done, four.done])
  expect(started).toEqual(['one', 'two', 'three', 'four'])
})

test('a task that fails makes room for the next one', async () => {
  const gate = createGate({ concurrency: 1, maxWaiting: 1 })
  const failing = gate(() => Promise.reject(new Error('broken')))
  const waiting = gate(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(waiting).resolves.toBe('done')
  await expect(gate(async () => 'again')).resolves.toBe('again')
})
