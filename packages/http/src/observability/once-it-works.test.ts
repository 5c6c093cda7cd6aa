import { expect, test } from 'vitest'
import { onceItWorks } from './once-it-works.ts'

test('a process is not ready until the service that it needs has worked once, and stays ready after that', async () => {
  const answers = ['refused', undefined, 'refused']
  let asked = 0
  const check = onceItWorks(async () => answers[asked++])
  expect([await check(), await check(), await check()]).toEqual(['refused', undefined, undefined])
  expect(asked).toBe(2)
})

test('a service that does not answer is asked once at a time, and the process is not ready meanwhile', async () => {
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const check = onceItWorks(() => {
    asked += 1
    return promise
  })
  const waiting = 'a service that this process needs has not answered yet'
  expect(await Promise.all([check(), check()])).toEqual([waiting, waiting])
  expect(asked).toBe(1)
  resolve(undefined)
  expect(await check()).toBeUndefined()
})
