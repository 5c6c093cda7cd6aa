import { TestClock } from 'pg-boss'
import { beforeEach, expect, test } from 'vitest'
import { createPriority } from './priority.ts'

let clock: TestClock
beforeEach(() => {
  clock = new TestClock()
})

/** A client that waits for an answer, until `hangUp`. */
function call() {
  const { promise, resolve: hangUp } = Promise.withResolvers<void>()
  return { talk: () => promise, hangUp }
}

/** Whether `work` has ended, checked once everything that was due has run. */
function watch(work: Promise<void>) {
  let hasEnded = false
  void work.then(() => (hasEnded = true))
  return async () => {
    await clock.tick(0)
    return hasEnded
  }
}

const aMinute = { quietMs: 60_000, longestMs: 60_000 }

test('background work runs while few clients wait', async () => {
  const { first, second } = createPriority({ busyClients: 2, ...aMinute, clock })
  const { talk, hangUp } = call()
  const talked = first(talk)
  await second()
  hangUp()
  await talked
})

test('background work waits while many clients wait, and for a while after them', async () => {
  const { first, second } = createPriority({ busyClients: 2, quietMs: 100, longestMs: 60_000, clock })
  const calls = [call(), call()]
  const talked = Promise.all(calls.map(({ talk }) => first(talk)))
  for (const { hangUp } of calls) hangUp()
  await talked
  const hasEnded = watch(second())
  await clock.tick(75)
  expect(await hasEnded()).toBe(false)
  await clock.tick(50)
  expect(await hasEnded()).toBe(true)
})

test('background work is delayed for a limited time only', async () => {
  const { first, second } = createPriority({ busyClients: 1, quietMs: 60_000, longestMs: 50, clock })
  await first(async () => {})
  const hasEnded = watch(second())
  await clock.tick(25)
  expect(await hasEnded()).toBe(false)
  await clock.tick(25)
  expect(await hasEnded()).toBe(true)
})

test('a client whose message fails no longer counts as waiting', async () => {
  const { first, second } = createPriority({ busyClients: 2, ...aMinute, clock })
  await expect(first(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const { talk, hangUp } = call()
  const talked = first(talk)
  await second()
  hangUp()
  await talked
})
