import type { AutomationApi } from '@waypost/sdk'
import { expect, test } from 'vitest'
import { listUsedVariables } from './list-used-variables.ts'

const actions = [
  { name: '${inName}', type: 'navigate', url: 'https://shop.test/${path}?q=${query}' },
  {
    name: 'b',
    type: 'change',
    selectors: ['#a', ['aria/${label}', '#b']],
    value: '${query} and $${escaped}',
  },
  { name: 'c', type: 'extractText', selectors: ['.price'], output: 'price', pattern: '${inPattern}' },
  {
    name: 'd',
    type: 'upload',
    selectors: ['#file'],
    file: { name: '${file}.txt', contentType: 'text/plain', contentBase64: 'JHtubwp9' },
  },
] as AutomationApi.Action[]

test('variables are listed once each, only from the fields in which the service replaces them', () => {
  expect(listUsedVariables(actions)).toEqual(['path', 'query', 'label', 'file'])
})
