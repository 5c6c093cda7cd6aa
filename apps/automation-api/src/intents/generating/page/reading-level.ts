import { fold, holdsAllWords, holdsWords, singular, squash, wordsOf } from './fold-text.ts'
import { isCalled } from './match-name.ts'
import type { Item } from './survey-page.ts'

/** The form of the text that some words ask for. */
const LOOKS: [RegExp, RegExp][] = [
  [
    /^(?:price|cost|amount|total|sum|fee|fare)$/,
    /^(?:[^\d]{0,20}[\s:])?(?:[$€£¥₹₽]|[A-Z]{3}|kr\.?|zł)\s?\d[\d.,'\s]*$|^(?:[^\d]{0,20}[\s:])?\d[\d.,'\s]*\s?(?:[$€£¥₹₽]|[A-Z]{3}|kr\.?|zł)$/u,
  ],
  [/^e?mail$|^address$/, /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/],
  [
    /^date$|^day$/,
    /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^\d{1,2}\.?\s\p{L}{3,9}\.?\s\d{4}$|^\p{L}{3,9}\s\d{1,2},?\s\d{4}$/u,
  ],
  [/^percentage$|^percent$/, /^[\d.,]+\s?%$/],
]

const KINDS: [RegExp, (item: Item) => boolean][] = [
  [/^(?:heading|headline|title|name)$/, ({ role }) => role === 'heading'],
  [/^link$/, ({ tag }) => tag === 'a'],
  [/^table$/, ({ tag }) => tag === 'table'],
  [/^list$/, ({ tag }) => tag === 'ul' || tag === 'ol'],
  [/^paragraph$/, ({ tag }) => tag === 'p'],
  [
    /^(?:item|entry|result|element)$/,
    ({ tag, role }) => tag === 'li' || tag === 'article' || role === 'listitem',
  ],
  [/^(?:row|line)$/, ({ role, around }) => role === 'row' && !around.includes('thead')],
  [/^button$/, ({ role }) => role === 'button'],
  [
    /^(?:alert|error|warning|message|status|notification)$/,
    ({ role }) => /^(?:alert|status|log)$/.test(role),
  ],
]

const ALIKE = [
  ['title', 'name'],
  ['price', 'cost', 'amount'],
  ['total', 'sum'],
  ['picture', 'image'],
  ['text', 'content', 'body'],
  ['author', 'by'],
  ['email', 'mail'],
]

/**
 * How surely an element holds what a phrase wants read, from 0, which is certain; undefined where it does not. Visible
 * labels and headers rank before names in the markup, and those before the form of the text.
 */
export function readingLevel(item: Item, wanted: string): number | undefined {
  const isValue = item.isEditable || item.tag === 'select'
  if (!item.text && !isValue) return undefined
  const folded = fold(wanted)
  const words = wordsOf(wanted).map(singular)
  const head = words.at(-1)
  if (head === undefined) return undefined
  const isLabel = isCalled(item.text, folded)
  if (isLabel) return 12
  const isOption = item.tag === 'option' || item.tag === 'label'
  if (isOption) return undefined
  const labels = [
    item.term,
    // The first header of a row of headers is no name of the others.
    item.tag === 'th' || item.role === 'columnheader' ? '' : item.row,
    isValue || item.tag === 'output' || !item.isInteractive ? item.label : '',
  ]
  if (labels.some((label) => isCalled(label, folded))) return 0
  if (isCalled(item.column, folded) || isCalled(singularLast(item.column), singularLast(folded))) return 1
  const isPlain = !isBlock(item)
  const squashed = squash(wanted)
  if (item.tokens.some((token) => squash(token) === squashed)) return 2
  if (item.tokens.some((token) => isSameWords(token, words))) return 3
  if (isPlain && readPrefix(item, wanted) !== undefined) return 4
  if (isPlain && item.hasOwnText && !item.isInteractive && isCalled(item.before[0], folded)) return 5
  const others = words.slice(0, -1)
  const surroundings = [...item.tokens, ...item.around].join(' ')
  const isAround = others.length === 0 || holdsAllWords(surroundings, others.join(' '))
  if (isAround && others.length > 0 && item.tokens.some((token) => holdsAllWords(token, head))) return 6
  const kind = KINDS.find(([word]) => word.test(head))?.[1]
  if (isAround && kind?.(item)) return item.tag === 'h1' ? 7 : 7.5
  if (isBlock(item) && holdsAllWords(item.around.slice(0, 2).join(' '), wanted)) return 7.7
  const alike = ALIKE.find((group) => group.includes(head)) ?? []
  if (isAround && alike.some((word) => item.tokens.some((token) => isSameWords(token, [word])))) return 8
  if (isAround && item.tokens.some((token) => holdsAllWords(token, head))) return 8.5
  const look = LOOKS.find(([word]) => word.test(head))?.[1]
  if (isPlain && isAround && look?.test(item.text)) return 9
  if ([...labels, item.column].some((label) => holdsWords(label, wanted))) return 10
  if (
    isPlain &&
    item.hasOwnText &&
    holdsWords(item.before[0] ?? '', wanted) &&
    /:\s*$/.test(item.before[0] ?? '')
  )
    return 11
  return undefined
}

/** The rest of a text such as `Price: 14.50 €`. */
export function readPrefix({ text }: Item, wanted: string): string | undefined {
  const [, label = '', value] = /^([^:]{1,60}):(.+)$/s.exec(text) ?? []
  return value?.trim() && fold(label) === fold(wanted) ? label.trimEnd() : undefined
}

const isSameWords = (token: string, words: string[]) => {
  const own = wordsOf(token).map(singular)
  return own.length === words.length && own.every((word, index) => word === words[index])
}

const singularLast = (text: string) => {
  const words = fold(text).split(' ')
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ')
}

const isBlock = ({ tag, role }: Item) =>
  /^(?:tr|li|article)$/.test(tag) || /^(?:row|listitem|article)$/.test(role)
