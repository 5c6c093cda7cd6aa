// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
/** The name of an element in comparable form. */
export interface ComparableName {
  /** Without case and punctuation. */
  exact: string
  /** Also without counts, prices and dates; empty where there is nothing else. */
  bare: string
}

export type ReadName = (text: string) => ComparableName

/**
 * Normalises a name. Counts, prices and dates change from day to day and hardly identify an element. This runs both
 * here and in pages, so it uses nothing outside itself. The texts are of bounded length, and no part of a pattern is
 * ambiguous.
 */
export function readName(text: string): ComparableName {
  const lower = text.slice(0, 120).toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const words = (of: string) => of.replaceAll(/[\s\p{P}\u200B]+/gu, ' ').trim()
  const exact = words(lower) || lower
  // Most names contain nothing that changes, and a page has hundreds of them.
  if (!/[\d\p{Sc}]/u.test(lower)) return { exact, bare: words(lower) }
  const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)\\p{L}{0,6}'
  const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)\\p{L}{0,6},? )?'
  const day = '\\d{1,2}(?:st|nd|rd|th|\\.)?'
  const number = '\\d[\\d.,]{0,12}'
  const currency = '(?:\\p{Sc}|(?:usd|eur|gbp|chf|jpy|cny|inr|aud|cad|sek|nok|dkk|pln|czk)\\b)'
  const changing = [
    '\\d{4}-\\d{2}-\\d{2}(?:t[\\d:.]{5,12}z?)?',
    '\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}',
    `${weekday}${day} ${month}\\.?,?(?: \\d{4})?`,
    `${weekday}${month}\\.? ${day}(?:,? \\d{4})?`,
    '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\b\\.?)?',
    `${currency} ?${number}`,
    `${number} ?${currency}`,
    // A version and what follows it: "v2.1", "v3.0.0-beta.2"
    'v(?:er(?:sion)?)?\\.? ?\\d[\\d.]{0,12}(?:-(?:alpha|beta|rc|next)(?:\\.\\d{1,4})?)?',
    `${number}[%km+]?`,
  ]
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${changing.join('|')})(?![\\p{L}\\d])`, 'gu')
  return { exact, bare: words(lower.replaceAll(pattern, ' ').replaceAll(/\p{Sc}/gu, ' ')) }
}

export type HashName = (text: string) => string

/** A hash of four letters: it identifies names without storing them. */
export function hashName(text: string): string {
  // FNV-1a; the upper 8 of its 32 bits are folded into the others.
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  const folded = (hash ^ (hash >>> 24)) & 0xffffff
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return [18, 12, 6, 0].map((shift) => letters[(folded >>> shift) & 63]).join('')
}
