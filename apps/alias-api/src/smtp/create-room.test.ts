import { expect, test } from 'vitest'
import { createRoom } from './create-room.ts'

test('as much is done at a time as there is room for, in order, and the largest alone', async () => {
  const room = createRoom(10)
  const done: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string, bytes: number) =>
    room.within(bytes, async () => {
      done.push(name)
      await new Promise<void>((resolve) => void ends.set(name, resolve))
    })
  const end = async (name: string, all: Promise<void>) => {
    ends.get(name)!()
    await all
  }
  const [a, b, large, c] = [enter('a', 4), enter('b', 6), enter('large', 100), enter('c', 1)]
  await Promise.resolve()
  expect(done).toEqual(['a', 'b'])
  await end('a', a)
  expect(done).toEqual(['a', 'b'])
  await end('b', b)
  expect(done).toEqual(['a', 'b', 'large'])
  await end('large', large)
  expect(done).toEqual(['a', 'b', 'large', 'c'])
  await end('c', c)
})

test('what fails gives its room back', async () => {
  const room = createRoom(1)
  await expect(room.within(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await room.within(1, async () => 'next')).toBe('next')
})
