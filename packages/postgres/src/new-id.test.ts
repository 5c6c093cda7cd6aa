import { expect, test } from 'vitest'
import { isId, newId } from './new-id.ts'

test('ids are UUIDv7, each greater than the one before, however many are made in a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every((id) => isId(id) && id[14] === '7' && /[89ab]/.test(id[19]!))).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
