import type { Money } from '@waypost/webhooks'
import { parseNumber } from './parse-number.ts'

const codes = Intl.supportedValuesOf('currency')
const symbolsByLocale = new Map<string, Map<string, string>>()

/** An amount with its currency; undefined where the text has no number. */
export function parseMoney(text: string, locale: string): Money | undefined {
  const amount = parseNumber(text, locale)
  return amount === undefined ? undefined : { amount, currency: findCurrency(text, locale) }
}

function findCurrency(text: string, locale: string): string | null {
  const code = /(?<![A-Z])[A-Z]{3}(?![A-Z])/g[Symbol.match](text)?.find((each) => codes.includes(each))
  if (code) return code
  // What is neither the number nor the space around it.
  const words = text
    .normalize('NFKC')
    .split(/[\d\s.,()+−–-]+/u)
    .filter((word) => word !== '')
  const symbols = findSymbols(locale)
  for (const word of words) {
    const found = symbols.get(word) ?? symbols.get(word.replace(/\.$/, '')) ?? findInside(word, symbols)
    if (found) return found
  }
  return null
}

// As `ab 12€`, or `€12*`.
function findInside(word: string, symbols: Map<string, string>): string | undefined {
  const [sign] = /\p{Sc}/u.exec(word) ?? []
  return sign === undefined ? undefined : symbols.get(sign)
}

/** The currencies by their symbols in the language: `$` is another one in Canada than in the United States. */
function findSymbols(locale: string): Map<string, string> {
  const known = symbolsByLocale.get(locale)
  if (known) return known
  const symbols = new Map<string, string>()
  const narrow = new Map<string, string[]>()
  for (const currency of codes) {
    symbols.set(nameOf(currency, locale, 'symbol'), currency)
    const short = nameOf(currency, locale, 'narrowSymbol')
    narrow.set(short, [...(narrow.get(short) ?? []), currency])
  }
  // A symbol of several currencies means none of them for certain.
  for (const [short, [currency, ...others]] of narrow)
    if (!symbols.has(short) && others.length === 0) symbols.set(short, currency!)
  symbolsByLocale.set(locale, symbols)
  return symbols
}

function nameOf(currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  return (
    format
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
      ?.value.normalize('NFKC') ?? currency
  )
}
