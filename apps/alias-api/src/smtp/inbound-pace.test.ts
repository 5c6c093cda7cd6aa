import { beforeEach, expect, test } from 'vitest'
import { createInboundPace, type InboundPace } from './inbound-pace.ts'

let time = 0
let pace: InboundPace
const secondMs = 1000

beforeEach(() => {
  time = 0
  pace = createInboundPace(60, () => time)
})
const admitted = (accountId: string, tries = 100): number =>
  Array.from({ length: tries }, () => pace.admit(accountId)).filter(Boolean).length

test('an account receives half a minute’s mails at once, and then as many as the limit allows', () => {
  expect(admitted('ada')).toBe(30)
  time += 5 * secondMs
  expect(admitted('ada')).toBe(5)
  time += 3600 * secondMs
  expect(admitted('ada')).toBe(30)
})

test('a flood to one account leaves the mails of another', () => {
  admitted('ada')
  expect(admitted('bob')).toBe(30)
})

test('a large message counts for several, and the account waits until they are made up for', () => {
  expect(pace.admit('ada')).toBe(true)
  pace.countBytes('ada', 5_000_000)
  expect(pace.admit('ada')).toBe(false)
  time += 21 * secondMs
  expect(pace.admit('ada')).toBe(false)
  time += 2 * secondMs
  expect(pace.admit('ada')).toBe(true)
})
