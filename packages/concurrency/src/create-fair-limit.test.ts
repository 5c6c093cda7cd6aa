import { expect, test } from 'vitest'
import { createFairLimit } from './create-fair-limit.ts'

const { signal } = new AbortController()

/** Work that is listed as it begins, and ends when the test says so. */
function controlled(places: number) {
  const limit = createFairLimit(places)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, until = signal): Promise<string> =>
    limit(name[0]!, until, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { limit, begun, start, end }
}

test('owners who wait take turns, however much one of them has asked for before', async () => {
  const { begun, start, end } = controlled(1)
  const asked = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => start(name))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('an owner takes no more places than it leaves free', async () => {
  const { begun, start, end } = controlled(8)
  for (const owner of ['a', 'b', 'c', 'd', 'e'])
    for (const number of [1, 2, 3, 4, 5]) void start(`${owner}${number}`)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1'])
  await end('a1')
  expect(begun.slice(8)).toEqual(['e1'])
})

test('an owner who is alone again takes half of the places', async () => {
  const { begun, start, end } = controlled(4)
  for (const name of ['b1', 'b2', 'a1', 'a2', 'a3']) void start(name)
  expect(begun).toEqual(['b1', 'b2', 'a1'])
  await end('b1')
  await end('b2')
  expect(begun).toEqual(['b1', 'b2', 'a1', 'a2'])
})

test('what waits is left out once its signal aborts, with the reason', async () => {
  const { begun, start, end } = controlled(1)
  void start('a1')
  const left = new AbortController()
  const waiting = start('b1', left.signal)
  void start('c1')
  left.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(start('b2', left.signal)).rejects.toThrow('gone')
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
})

test('work that fails gives its place back', async () => {
  const { limit } = controlled(1)
  await expect(limit('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limit('a', signal, async () => 1)).toBe(1)
})
