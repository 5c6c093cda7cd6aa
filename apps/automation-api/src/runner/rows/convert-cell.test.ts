import { describe, expect, it } from 'vitest'
import type { CellType } from '../../automations/actions/extract-action.ts'
import { convertCell } from './convert-cell.ts'

const convert = (value: string, type: CellType, locale = 'en-US') =>
  convertCell({ value, count: 1 }, type, locale)

describe('a number', () => {
  it.each([
    ['1,234.5', 'en-US', 1234.5],
    ['1.234,5', 'de-DE', 1234.5],
    ['1.234', 'de-DE', 1234],
    ['1.234', 'en-US', 1.234],
    ['1,234', 'en-US', 1234],
    ['0,75', 'en-US', 0.75],
    ['12.50', 'de-DE', 12.5],
    ['1 234,5', 'fr-FR', 1234.5],
    ['1\u{202f}234\u{202f}567', 'fr-FR', 1_234_567],
    ["1'234.50", 'de-CH', 1234.5],
    ['12,34,567', 'en-IN', 1_234_567],
    ['1.234.567', 'en-US', 1_234_567],
    ['about 1,200 pieces.', 'en-US', 1200],
    ['-5 %', 'en-US', -5],
    ['−5', 'sv-SE', -5],
    ['(42.10)', 'en-US', -42.1],
    ['A-7', 'en-US', 7],
    ['Total - 7', 'en-US', 7],
    ['- 7', 'en-US', -7],
    ['١٬٢٣٤٫٥', 'ar-EG', 1234.5],
    ['４２', 'ja-JP', 42],
  ])('%s in %s', async (text, locale, expected) => {
    expect(await convert(text, 'number', locale)).toBe(expected)
  })

  it('is not made of other texts, and an integer not of a fraction', async () => {
    expect(await convert('call us', 'number')).toBeUndefined()
    expect(await convert('', 'number')).toBeNull()
    expect(await convert('1.5', 'integer')).toBeUndefined()
    expect(await convert('3 items', 'integer')).toBe(3)
  })
})

describe('money', () => {
  it.each([
    ['$18.00', 'en-US', 18, 'USD'],
    ['$18.00', 'en-CA', 18, 'CAD'],
    ['18,00 €', 'de-DE', 18, 'EUR'],
    ['EUR 1.250,-', 'de-DE', 1250, 'EUR'],
    ['-€5', 'en-GB', -5, 'EUR'],
    ['CHF 1’200.00', 'de-CH', 1200, 'CHF'],
    ['1 299 kr', 'sv-SE', 1299, 'SEK'],
    ['¥1,200', 'ja-JP', 1200, 'JPY'],
    ['from £9.99*', 'en-GB', 9.99, 'GBP'],
    ['12.50', 'en-US', 12.5, null],
    ['99 kr', 'en-US', 99, null],
  ])('%s in %s', async (text, locale, amount, currency) => {
    expect(await convert(text, 'money', locale)).toEqual({ amount, currency })
  })
})

describe('a date', () => {
  it.each([
    ['2026-03-02', 'en-US', '2026-03-02'],
    ['2026-03-02T09:30:00Z', 'en-US', '2026-03-02T09:30:00Z'],
    ['03/02/2026', 'en-US', '2026-03-02'],
    ['02/03/2026', 'en-GB', '2026-03-02'],
    ['2 March 2026, 14:05', 'en-GB', '2026-03-02T14:05'],
    ['Mar 2, 2026', 'en-US', '2026-03-02'],
    ['02.03.2026', 'de-DE', '2026-03-02'],
    ['2. März 2026', 'de-DE', '2026-03-02'],
    ['2 mars 2026', 'fr-FR', '2026-03-02'],
    ['2026年3月2日', 'ja-JP', '2026-03-02'],
  ])('%s in %s', async (text, locale, expected) => {
    expect(await convert(text, 'date', locale)).toBe(expected)
  })

  it('is not guessed where the text does not name a day of a year', async () => {
    expect(await convert('March', 'date')).toBeUndefined()
    expect(await convert('2 March', 'date', 'en-GB')).toBeUndefined()
    expect(await convert('soon', 'date')).toBeUndefined()
  })
})
