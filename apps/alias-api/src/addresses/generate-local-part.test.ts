import { describe, expect, test } from 'vitest'
import { generateLocalPart } from './generate-local-part.ts'

const random = '[a-km-np-z2-9]{12}'

describe('the label', () => {
  test.each([
    ['Newsletters', 'newsletters'],
    ['Café Zürich & Söhne', 'cafe-zurich-sohne'],
    ['  two   words ', 'two-words'],
    ['a'.repeat(100), 'a'.repeat(40)],
    ['Æther 2.0', 'ther-2-0'],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
    ['ﬁne', 'fine'],
  ])('the label %j makes the address begin with %s', (label, slug) => {
    expect(generateLocalPart(label)).toMatch(new RegExp(`^${slug}-${random}$`))
  })

  test.each([null, '', '   ', '日本語', '"<script>"'.replaceAll(/[a-z]/g, '')])(
    'the label %j leaves only the random part',
    (label) => {
      expect(generateLocalPart(label)).toMatch(new RegExp(`^${random}$`))
    },
  )
})

test('the random part differs each time', () => {
  const parts = new Set(Array.from({ length: 10_000 }, () => generateLocalPart('same')))
  expect(parts.size).toBe(10_000)
})

test('an address is never longer than SMTP allows', () => {
  expect(generateLocalPart('x'.repeat(100)).length).toBeLessThanOrEqual(64)
})
