import { expect, test } from 'vitest'
import { createSingleFlight } from './create-single-flight.ts'

test('simultaneous calls with the same key get the same result', async () => {
  const share = createSingleFlight<string>()
  const asked: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const ask = (question: string) => () => {
    asked.push(question)
    return promise
  }
  const answers = ['a', 'b', 'a', 'a'].map((question) => share(question, ask(question)))
  resolve('yes')
  expect(await Promise.all(answers)).toEqual(['yes', 'yes', 'yes', 'yes'])
  expect(asked).toEqual(['a', 'b'])
})

test('a later call runs again, also after an error, which all simultaneous calls get', async () => {
  const share = createSingleFlight<number>()
  const fails = () => share('a', () => Promise.reject(new Error('no')))
  const outcomes = await Promise.allSettled([fails(), share('a', async () => 1)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', async () => 2)).toBe(2)
  expect(await share('a', async () => 3)).toBe(3)
})
