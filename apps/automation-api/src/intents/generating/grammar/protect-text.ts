import { trimEnd } from '../../trim-end.ts'

/**
 * A request in which each quoted text, URL and variable is replaced by one character, so that it is not split. The
 * characters are of Unicode's private use area, which no request needs.
 */
export interface ProtectedText {
  text: string
  /** Restores a part as it was written. */
  restore: (part: string) => string
  /** Like `restore`, without the quotes of a part that is only a quoted text. */
  unquote: (part: string) => string
}

export const QUOTED = '[\uE000-\uE7FF]'
export const ADDRESS = '[\uE800-\uEFFF]'
export const VARIABLE = '[\uF000-\uF7FF]'

const BLOCK = 0x800

// In this order: each pattern sees only what the earlier ones left. An apostrophe is not a quote.
const PATTERNS: [start: number, RegExp][] = [
  [
    0xe0_00,
    /"[^"\n]{1,2000}"|“[^”“\n]{1,2000}[”“]|„[^“”\n]{1,2000}[“”]|«[^»\n]{1,2000}»|‹[^›\n]{1,2000}›|`[^`\n]{1,2000}`|(?<![\p{L}\p{N}])'[^\n]{1,2000}?'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[‘‚][^\n]{1,2000}?[’‘](?![\p{L}\p{N}])/gu,
  ],
  [0xe8_00, /\bhttps?:\/\/(?:\$\{\w+\}|[^\s"'<>\uE000-\uF7FF])+/giu],
  [
    0xe8_00,
    /(?<![\p{L}\p{N}@./-])(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24})(?::\d{1,5})?(?![\p{L}\p{N}@-])(?:\/[^\s"'<>\uE000-\uF7FF]*)?/giu,
  ],
  [0xf0_00, /\$\{[A-Za-z_]\w{0,99}\}/g],
]

export function protectText(given: string): ProtectedText {
  const kept = new Map<string, string>()
  let text = given.normalize('NFC').replaceAll(/[\uE000-\uF7FF]/g, '')
  for (const [start, pattern] of PATTERNS) {
    text = text.replaceAll(pattern, (found: string) => {
      const isAddress = start === 0xe8_00
      const end = isAddress ? dropMarks(found) : found
      if (kept.size >= BLOCK) return found
      const character = String.fromCodePoint(start + kept.size)
      kept.set(character, end)
      return character + found.slice(end.length)
    })
  }
  // A protected text may contain text that was protected before.
  const restore = (part: string): string =>
    part.replaceAll(/[\uE000-\uF7FF]/g, (character) => restore(kept.get(character) ?? ''))
  return {
    text,
    restore: (part) => restore(part).trim(),
    unquote: (part) =>
      new RegExp(`^${QUOTED}$`).test(part.trim()) ? restore(part.trim()).slice(1, -1) : restore(part).trim(),
  }
}

function dropMarks(address: string): string {
  const bare = trimEnd(address, '.,;:!?)]}')
  // The brace that ends a URL may belong to a variable.
  return address[bare.length] === '}' && /\$\{\w{1,100}$/.test(bare) ? `${bare}}` : bare
}
