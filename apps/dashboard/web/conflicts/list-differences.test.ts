import { expect, test } from 'vitest'
import { listDifferences } from './list-differences.ts'

const step = (change: object) => ({ name: 'Open', type: 'navigate', url: 'https://a.example/', ...change })

test('what was changed, added and removed is listed with its place', () => {
  const before = { name: 'Read', description: 'The price', actions: [step({}), step({ selectors: ['#a'] })] }
  const after = {
    name: 'Read',
    description: null,
    actions: [step({ url: 'https://b.example/' }), step({ selectors: ['#a', '#b'], optional: true })],
  }
  expect(listDifferences(before, after)).toEqual([
    { place: 'Description', before: 'The price', after: undefined },
    { place: 'Step 1, url', before: 'https://a.example/', after: 'https://b.example/' },
    { place: 'Step 2, selectors 2', before: undefined, after: '#b' },
    { place: 'Step 2, optional', before: undefined, after: 'true' },
  ])
})

test('what is null in one version and absent in the other is no difference', () => {
  expect(listDifferences({ login: null, browser: {} }, {})).toEqual([])
})
