import type { ExtractedData } from '@waypost/webhooks'
import { expect, test } from 'vitest'
import type { StoredAction } from '../../automations/action.ts'
import { storeOutputs } from './store-outputs.ts'

const list: StoredAction = { name: 'Rows', type: 'extract', rows: ['li'], fields: { a: {} }, output: 'rows' }
const rows = (count: number, text = 'a') => Array.from({ length: count }, () => ({ a: text }))

test('the rows of all rounds of a loop are 10,000 at most, and 8 MiB', () => {
  const stored: ExtractedData = {}
  for (let round = 0; round < 4; round += 1)
    storeOutputs(stored, list, { rows: rows(2500) }, { isInLoop: true })
  expect(stored['rows']).toHaveLength(10_000)
  expect(() => storeOutputs(stored, list, { rows: rows(1) }, { isInLoop: true })).toThrow(
    '"rows" has 10001 rows, more than 10000',
  )

  const long: ExtractedData = { rows: rows(1000, 'x'.repeat(8000)) }
  expect(() => storeOutputs(long, list, { rows: rows(100, 'x'.repeat(8000)) }, { isInLoop: true })).toThrow(
    '"rows" is larger than 8 MiB',
  )
})

test('outside of a loop the rows of a list replace those before', () => {
  const stored: ExtractedData = { rows: rows(3) }
  storeOutputs(stored, list, { rows: rows(1, 'b') }, { isInLoop: false })
  expect(stored['rows']).toEqual([{ a: 'b' }])
})
