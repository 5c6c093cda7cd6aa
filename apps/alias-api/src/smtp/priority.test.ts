import { expect, test } from 'vitest'
import { createPriority } from './priority.ts'

/** Somebody on the line, until `hangUp`. */
function call() {
  const { promise, resolve: hangUp } = Promise.withResolvers<void>()
  return { talk: () => promise, hangUp }
}

const inAMinute = { calmMs: 60_000, longestMs: 60_000 }

test('what can wait goes on while hardly anybody is on the line', async () => {
  const { first, second } = createPriority({ crowd: 2, ...inAMinute })
  const { talk, hangUp } = call()
  const talked = first(talk)
  await second()
  hangUp()
  await talked
})

test('and gives way to a crowd, until that has been gone for a while', async () => {
  const { first, second } = createPriority({ crowd: 2, calmMs: 100, longestMs: 60_000 })
  const calls = [call(), call()]
  const talked = Promise.all(calls.map(({ talk }) => first(talk)))
  const startedAt = performance.now()
  for (const { hangUp } of calls) hangUp()
  await talked
  await second()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99)
})

test('but not for ever', async () => {
  const { first, second } = createPriority({ crowd: 1, calmMs: 60_000, longestMs: 50 })
  await first(async () => {})
  const startedAt = performance.now()
  await second()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49)
})

test('whoever is refused on the line is off it', async () => {
  const { first, second } = createPriority({ crowd: 2, ...inAMinute })
  await expect(first(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const { talk, hangUp } = call()
  const talked = first(talk)
  await second()
  hangUp()
  await talked
})
