import { expect, test } from 'vitest'
import { shareUnderWay } from './share-under-way.ts'

test('who asks the same at the same time gets the same answer', async () => {
  const share = shareUnderWay<string>()
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

test('who asks later asks anew, also after an error, which all who asked have got', async () => {
  const share = shareUnderWay<number>()
  const fails = () => share('a', () => Promise.reject(new Error('no')))
  const outcomes = await Promise.allSettled([fails(), share('a', async () => 1)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', async () => 2)).toBe(2)
  expect(await share('a', async () => 3)).toBe(3)
})
