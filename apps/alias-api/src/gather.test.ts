import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Work that is done when the test says so. */
function controlled() {
  const groups: { items: number[]; finish: (error?: Error) => void }[] = []
  const began: (() => void)[] = []
  const work = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      groups.push({ items, finish: (error) => (error ? reject(error) : resolve(items.map((item) => -item))) })
      began.shift()?.()
    })
  const next = () => new Promise<void>((resolve) => began.push(resolve))
  return { groups, work, next }
}

test('what is asked for at once is done together, and each gets its own result', async () => {
  const { groups, work, next } = controlled()
  const ask = gather(work, { groups: 1, mostItems: 10 })
  const first = next()
  const answers = Promise.all([ask(1), ask(2)])
  await first
  groups[0]!.finish()
  expect(await answers).toEqual([-1, -2])
  expect(groups.map(({ items }) => items)).toEqual([[1, 2]])
})

test('what comes while the others are done is the next group, of no more than fit into one', async () => {
  const { groups, work, next } = controlled()
  const ask = gather(work, { groups: 1, mostItems: 2 })
  let begun = next()
  const answers = [ask(1)]
  await begun
  answers.push(ask(2), ask(3), ask(4))
  for (const index of [0, 1, 2]) {
    begun = next()
    groups[index]!.finish()
    if (index < 2) await begun
  }
  expect(await Promise.all(answers)).toEqual([-1, -2, -3, -4])
  expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
})

test('a group that lingers takes in who comes meanwhile', async () => {
  const groups: number[][] = []
  const work = async (items: number[]) => {
    groups.push(items)
    return items
  }
  const ask = gather(work, { groups: 1, mostItems: 10, lingerMs: 100 })
  const first = ask(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await Promise.all([first, ask(2)])).toEqual([1, 2])
  expect(groups).toEqual([[1, 2]])
})

test('one that cannot be done harms no other of its group', async () => {
  const ask = gather(
    async (items: number[]) => {
      if (items.includes(2)) throw new Error(`not ${items.join()}`)
      return items
    },
    { groups: 1, mostItems: 10 },
  )
  const answers = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(answers).toMatchObject([{ value: 1 }, { reason: new Error('not 2') }, { value: 3 }])
})
