import { trimEnd } from '../../trim-end.ts'

/** Normalises case, the style of quotes, and surrounding punctuation. */
export function fold(text: string): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}$€£"'(]+/u, '')
  return trimEnd(folded, ' :*.…?!>»›→▾▼').trim()
}

/** Keeps only letters and digits: `E-mail` and `email` are equal. */
export function squash(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The words of a text or of a name in code, in lower case: `productName`, `product-name`, `Product name`. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\be-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** An approximate singular, so that `prices` equals `price`, and `categories` equals `category`. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Whether the text contains the words in sequence. */
export function holdsWords(text: string, wanted: string): boolean {
  const needle = wordsOf(wanted).join(' ')
  return needle !== '' && ` ${wordsOf(text).join(' ')} `.includes(` ${needle} `)
}

/** Whether the text contains all the words, in singular or plural. */
export function holdsAllWords(text: string, wanted: string): boolean {
  const words = new Set(wordsOf(text).map(singular))
  const needed = wordsOf(wanted).map(singular)
  return needed.length > 0 && needed.every((word) => words.has(word))
}
