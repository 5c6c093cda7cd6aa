import { expect, test } from 'vitest'
import { createBatcher } from './create-batcher.ts'

/** Work that ends when the test says so. */
function controlled() {
  const batches: { items: number[]; finish: (error?: Error) => void }[] = []
  const began: (() => void)[] = []
  const work = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({
        items,
        finish: (error) => (error ? reject(error) : resolve(items.map((item) => -item))),
      })
      began.shift()?.()
    })
  const next = () => new Promise<void>((resolve) => began.push(resolve))
  return { batches, work, next }
}

test('calls of the same moment form one batch, and each gets its own result', async () => {
  const { batches, work, next } = controlled()
  const ask = createBatcher(work, { concurrency: 1, maxItems: 10 })
  const first = next()
  const answers = Promise.all([ask(1), ask(2)])
  await first
  batches[0]!.finish()
  expect(await answers).toEqual([-1, -2])
  expect(batches.map(({ items }) => items)).toEqual([[1, 2]])
})

test('calls during a batch form the next one, of at most maxItems', async () => {
  const { batches, work, next } = controlled()
  const ask = createBatcher(work, { concurrency: 1, maxItems: 2 })
  let begun = next()
  const answers = [ask(1)]
  await begun
  answers.push(ask(2), ask(3), ask(4))
  for (const index of [0, 1, 2]) {
    begun = next()
    batches[index]!.finish()
    if (index < 2) await begun
  }
  expect(await Promise.all(answers)).toEqual([-1, -2, -3, -4])
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
})

test('a batch that waits includes the calls of that time', async () => {
  const batches: number[][] = []
  const work = async (items: number[]) => {
    batches.push(items)
    return items
  }
  const ask = createBatcher(work, { concurrency: 1, maxItems: 10, waitMs: 100 })
  const first = ask(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await Promise.all([first, ask(2)])).toEqual([1, 2])
  expect(batches).toEqual([[1, 2]])
})

test('an item that fails does not affect the others of its batch', async () => {
  const ask = createBatcher(
    async (items: number[]) => {
      if (items.includes(2)) throw new Error(`not ${items.join()}`)
      return items
    },
    { concurrency: 1, maxItems: 10 },
  )
  const answers = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(answers).toMatchObject([{ value: 1 }, { reason: new Error('not 2') }, { value: 3 }])
})
