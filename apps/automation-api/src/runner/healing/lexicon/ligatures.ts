import type { Fingerprint } from '../fingerprint.ts'
import { isIconName } from './icon-names.ts'

const FONT = /material-(?:icons|symbols)/
const NAME = /^[a-z\d]+(?:_[a-z\d]+)*$/
const LONG_NAME = /^[a-z\d]+(?:_[a-z\d]+)+$/

/** What Ant Design writes for those who do not see its icons. */
const WRITTEN = /^icon: ([a-z\d-]+)$/

type Shown = Pick<Fingerprint, 'name' | 'text' | 'icon' | 'classes' | 'glyph'>

/** The name of an icon in its font, which is the text of an element that is or has one; empty where that has none. */
export function readLigature({ name, text, icon, classes }: Shown): string {
  const [, written = ''] = WRITTEN.exec(name) ?? []
  if (written !== '') return written
  if (!FONT.test(icon) && !classes.some((each) => FONT.test(each))) return ''
  return [text, name].find((each) => NAME.test(each) && isIconName(each)) ?? ''
}

/**
 * A text without the names of icons at its ends, which the font shows as icons: "Customs keyboard_arrow_down". Empty where it is nothing
 * else.
 */
export function withoutLigatures(shown: string, of?: Shown): string {
  const [, written] = WRITTEN.exec(shown) ?? []
  if (written !== undefined) return written
  if (of && readLigature(of) === shown) return ''
  const [, icon = ''] = /(?:^| )name:(\S+)/.exec(of?.glyph ?? '') ?? []
  const isOfIcon = (word: string) =>
    (LONG_NAME.test(word) && isIconName(word)) ||
    (of !== undefined && icon !== '' && FONT.test(of.icon) && word.startsWith(icon))
  const words = shown.split(' ')
  const start = words.findIndex((word) => !isOfIcon(word))
  return start === -1 ? '' : words.slice(start, words.findLastIndex((word) => !isOfIcon(word)) + 1).join(' ')
}

/** Whether a text beside an element is read, and is no icon. */
export const isRead = (text: string): boolean => !text.includes('_') || withoutLigatures(text) !== ''
