import { memoryUsage } from 'node:process'
import { expect, test } from 'vitest'
import { returnMemory } from './return-memory.ts'

const mib = 2 ** 20
const allocate = () => Array.from({ length: 2 ** 20 }, (_, number) => ({ number }))

test('memory that a process needs no more is given back', () => {
  returnMemory({ heapGrowthPercent: 300 })
  const before = memoryUsage().heapTotal
  let needed: object[] | undefined = allocate()
  expect(memoryUsage().heapTotal).toBeGreaterThan(before + needed.length * 16)
  needed = undefined
  returnMemory({ heapGrowthPercent: 300 })
  expect(memoryUsage().heapTotal).toBeLessThan(before + 4 * mib)
})
