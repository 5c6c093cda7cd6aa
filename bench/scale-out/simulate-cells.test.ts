import { expect, test } from 'vitest'
import { simulateCells, type Cluster } from './simulate-cells.ts'

/** A sequence that spreads evenly, the same each time. */
function spread(): () => number {
  let at = 0
  return () => (at = (at + (Math.sqrt(5) - 1) / 2) % 1)
}

const simulate = (given: Partial<Cluster>) =>
  simulateCells({ nodes: 10, cellsPerNode: 4, owners: 20_000, skew: 0.6, random: spread(), ...given })

test('owners of one size load all nodes alike, and nothing is moved', () => {
  const { largestOwner, asRegistered, cellsMoved, ownersMoved } = simulate({ skew: 0 })
  expect(largestOwner).toBeCloseTo(10 / 20_000)
  expect(asRegistered.busiest).toBeGreaterThanOrEqual(1)
  expect(asRegistered.busiest).toBeLessThan(1.05)
  expect(cellsMoved).toEqual(asRegistered)
  expect(ownersMoved).toEqual(asRegistered)
})

test('skewed owners load a node more than others, and moving some of them evens it out', () => {
  const { largestOwner, asRegistered, cellsMoved, ownersMoved } = simulate({ skew: 0.8 })
  expect(largestOwner).toBeLessThan(1)
  expect(asRegistered.busiest).toBeGreaterThan(1.1)
  expect(cellsMoved.busiest).toBeLessThanOrEqual(asRegistered.busiest)
  expect(ownersMoved.busiest).toBeLessThanOrEqual(1.05)
  expect(ownersMoved.moved).toBeGreaterThan(0)
  expect(ownersMoved.moved).toBeLessThan(200)
})

test('an owner larger than a node stays as large, wherever he is', () => {
  const { largestOwner, ownersMoved } = simulate({ skew: 1.2 })
  expect(largestOwner).toBeGreaterThan(1.05)
  expect(ownersMoved.busiest).toBeGreaterThanOrEqual(largestOwner)
})

test('the same numbers make the same balance', () => {
  expect(simulate({})).toEqual(simulate({}))
})
