import { expect, test } from 'vitest'
import { parseIprevScore } from './parse-iprev-score.ts'

test.each([
  ['1', 1],
  ['0.5', 0.5],
  ['0', 0],
  ['true', 2],
  ['on', 2],
  ['False', 0],
  ['no', 0],
])('%s adds %d', (text, score) => {
  expect(parseIprevScore(text)).toBe(score)
})

test.each(['', 'much', '-1', '101', '1,5'])('%j is refused', (text) => {
  expect(() => parseIprevScore(text)).toThrow('must be a score from 0 to 100, true or false')
})
