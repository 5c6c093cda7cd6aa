import { readFileSync } from 'node:fs'

export interface Lexicon {
  /** The meaning of a phrase, by its words joined by spaces; of those that count anywhere in a text. */
  anywhere: Map<string, number>
  /** Of those that count only as the whole text. */
  whole: Map<string, number>
  /** Every phrase as the table has it, by its meaning. */
  phrases: Map<number, string[]>
  /** The number of words of the longest phrase. */
  longest: number
}

/** Reads a table of phrases that mean the same, which its own head describes. */
export function readLexicon(file: string): Lexicon {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const lexicon: Lexicon = { anywhere: new Map(), whole: new Map(), phrases: new Map(), longest: 1 }
  const [, ...blocks] = text.split('\n\n')
  for (const [meaning, line] of blocks.join('\n').split('\n').filter(Boolean).entries()) {
    const written = line.split(',').map((each) => each.replaceAll(/[[\]]/g, '').trim())
    lexicon.phrases.set(meaning, written)
    for (const each of line.split(',')) {
      const phrase = listWords(each).join(' ')
      if (phrase === '') continue
      lexicon.whole.set(phrase, meaning)
      if (!each.includes('[')) lexicon.anywhere.set(phrase, meaning)
      lexicon.longest = Math.max(lexicon.longest, phrase.split(' ').length)
    }
  }
  return lexicon
}

// "prevYear", "closeMenu": code that is shown or read out, and no brand such as "eBay" or "iPhone".
const IDENTIFIER = /^[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,4}$/

/** The words of a text without case and accents: not every page writes them. */
export function listWords(text: string): string[] {
  const shown = IDENTIFIER.test(text) ? text.replaceAll(/[A-Z]/g, ' $&') : text
  return shown
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
