import { expect, test } from 'vitest'
import { createTurns } from './create-turns.ts'

/** Work that ends when it is told to. */
function createWork(places: number) {
  const turns = createTurns(places)
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    begin: (name: string) =>
      void turns(name, () => {
        begun.push(name)
        return new Promise<void>((resolve) => void ends.push(resolve))
      }),
    async endNext() {
      ends.shift()!()
      await new Promise(setImmediate)
    },
  }
}

test('whoever waits takes turns by name, however many of one name wait', async () => {
  const { begun, begin, endNext } = createWork(1)
  for (const name of ['a', 'a', 'a', 'b', 'b']) begin(name)
  for (let ended = 0; ended < 4; ended += 1) await endNext()
  expect(begun).toEqual(['a', 'a', 'b', 'a', 'b'])
})

test('one who is alone has all places, and no more', async () => {
  const { begun, begin, endNext } = createWork(2)
  for (let count = 0; count < 3; count += 1) begin('a')
  expect(begun).toHaveLength(2)
  await endNext()
  expect(begun).toHaveLength(3)
})

test('work that fails gives its place back', async () => {
  const turns = createTurns(1)
  await expect(turns('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await turns('a', async () => 'done')).toBe('done')
})
