import { readLexicon } from './read-lexicon.ts'

const iconWords = readLexicon('icon-words.txt')

/** What is before the name of an icon in a sheet of them: `ic-undo`, `a-ic-undo` */
const SHEET = /^(?:[a-z]{1,4}[-_])?ic(?:on)?[-_](?=.)/i

/** What is drawn around an icon: "close-circle" */
const AROUND = /(?:circle|square|box)$/

const toPlain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Whether the common sets have an icon of that name. */
export const isIconName = (name: string): boolean => iconWords.whole.has(toPlain(name))

/** One name for all icons that show the same. */
export function nameIcon(name: string): string {
  const plain = toPlain(name.replace(SHEET, ''))
  const meaning = iconWords.whole.get(plain) ?? iconWords.whole.get(plain.replace(AROUND, ''))
  return meaning === undefined ? plain : `#${meaning}`
}
