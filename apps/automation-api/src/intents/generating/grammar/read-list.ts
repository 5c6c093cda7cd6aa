import type { Verb } from './clause.ts'
import { parseList } from './parse-list.ts'
import { parsePages } from './parse-pages.ts'

type List = Extract<Verb, { kind: 'list' }>

const plain = { restore: (part: string) => part.trim(), unquote: (part: string) => part.trim() }

/** `title and price of every book`, or the same `on every page`, as a model names a list; undefined otherwise. */
export function readList(phrase: string): { list: List; pages?: { most?: number } } | undefined {
  const paged = parsePages(`extract ${phrase}`, plain)
  if (typeof paged === 'object' && paged.kind === 'pages' && paged.read.kind === 'list') {
    const { read: list, most } = paged
    return { list, pages: most === undefined ? {} : { most } }
  }
  const list = parseList(`extract ${phrase}`, plain)
  return list?.kind === 'list' ? { list } : undefined
}
