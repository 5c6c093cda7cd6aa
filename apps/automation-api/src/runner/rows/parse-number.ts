import { findNumberFormat } from './number-format.ts'

// Spaces and apostrophes only ever separate groups.
const SPACES = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g
const NUMBER = /[-+−–]?\s?\p{Sc}?\s?(\d+(?:[.,]\d+)*)/u

// Digits of other scripts, each block in order from its zero.
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0xff_10]
const toLatin = (text: string) =>
  text
    .replaceAll(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
      const code = digit.codePointAt(0)!
      return String(code - ZEROS.findLast((zero) => zero <= code)!)
    })
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')

/** The first number in a text, as the language writes numbers; undefined where there is none. */
export function parseNumber(text: string, locale: string): number | undefined {
  const latin = toLatin(text).replaceAll(SPACES, '')
  const match = NUMBER.exec(latin)
  if (!match) return undefined
  const value = Number(separate(match[1]!, locale))
  if (!Number.isFinite(value)) return undefined
  return isNegative(latin, match) ? -value : value
}

// A dash after a word or another number is a hyphen. Accountants write a loss in brackets.
function isNegative(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(0, match.index)
  const isDash = before.trim() !== '' && /^.\s/.test(match[0])
  const hasSign = /^[-−–]/.test(match[0]) && !isDash && !/[\p{L}\d]$/u.test(before)
  const signAfter = /^\d(?:[\d.,]*\d)?\s?[-−]$/.test(text.slice(match.index).trim())
  return hasSign || signAfter || /^\(.*\)$/s.test(text.trim())
}

/** The digits with a point before the decimals, and without other separators. */
function separate(digits: string, locale: string): string {
  const points = digits.split('.').length - 1
  const commas = digits.split(',').length - 1
  const without = (separator: string) => digits.replaceAll(separator, '')
  // With both, the later one is before the decimals.
  if (points > 0 && commas > 0)
    return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? without(',') : without('.').replace(',', '.')
  const separator = points > 0 ? '.' : ','
  if (points + commas === 0) return digits
  if (points + commas > 1) return without(separator)
  const { decimal, group } = findNumberFormat(locale)
  const isGroup = separator === group || (separator !== decimal && group !== '')
  const [whole = '', rest = ''] = digits.split(separator)
  // As `1.234` in German; `0.5` and `1.25` are decimals in any language.
  return isGroup && rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? whole + rest : `${whole}.${rest}`
}
