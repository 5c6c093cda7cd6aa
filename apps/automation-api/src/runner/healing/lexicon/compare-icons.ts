import type { Fingerprint } from '../fingerprint.ts'
import { cached } from '../ranking/similarity.ts'
import { leadsTo, listObject } from './means-the-same.ts'
import { readLexicon } from './read-lexicon.ts'

const iconWords = readLexicon('icon-words.txt')

/** `redrawn`: both are drawings without a name, and differ, as after a change of the set of icons. */
export type IconComparison = 'same' | 'different' | 'redrawn' | undefined

/** What says of an element which icon it shows. */
export type Iconic = Pick<Fingerprint, 'glyph' | 'icon' | 'classes'>

const read = new Map<string, Record<string, string>>()

/** Whether two elements show the same icon; undefined where one of them has none, or they cannot be compared. */
export function compareIcons(one: Iconic, other: Iconic): IconComparison {
  const [left, right] = [readGlyph(one), readGlyph(other)]
  if (left['name'] && right['name']) return left['name'] === right['name'] ? 'same' : 'different'
  if (left['font'] && right['font']) {
    const [family, otherFamily] = [left['font'], right['font']].map((each) => each.split('.')[0])
    if (left['font'] === right['font']) return 'same'
    return family === otherFamily ? 'different' : 'redrawn'
  }
  for (const kind of ['path', 'shape', 'image'])
    if (left[kind] && right[kind]) return left[kind] === right[kind] ? 'same' : 'redrawn'
  return undefined
}

/** `name:trash-o path:Xa3f` by kind, with one name for all that show the same. */
function readGlyph({ glyph, icon, classes }: Iconic): Record<string, string> {
  const marks = `${icon} ${classes.join(' ')}`
  return cached(read, `${glyph}\n${marks}`, () => {
    const kinds: Record<string, string> = {}
    for (const part of glyph.split(' ')) {
      const [kind = '', value = ''] = part.split(':')
      if (kind !== 'name') kinds[kind] = value
      else if (!isNameOfSet(value, marks)) kinds[kind] = nameIcon(value)
    }
    return kinds
  })
}

/** Whether every icon of the page may have the class: `el-icon`, and on another element `el-icon` too. */
const isNameOfSet = (name: string, marks: string) =>
  !iconWords.whole.has(toPlain(name)) && ` ${marks} `.includes(` ${name}-icon `)

/** What is before the name of an icon in a sheet of them: `ic-undo`, `a-ic-undo` */
const SHEET = /^(?:[a-z]{1,4}[-_])?ic(?:on)?[-_](?=.)/i

const toPlain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

function nameIcon(name: string): string {
  const plain = toPlain(name.replace(SHEET, ''))
  const meaning = iconWords.whole.get(plain)
  return meaning === undefined ? plain : `#${meaning}`
}

/** What an arrow does in a bar of pages, of months or of pictures. */
const ARROWS = new Map([
  ...['left', 'arrow-left', 'chevron-left'].map((each) => [nameIcon(each), 'previous'] as const),
  ...['right', 'arrow-right', 'chevron-right'].map((each) => [nameIcon(each), 'next'] as const),
])

/** Whether an icon shows what a name says: a magnifying glass and "Search", a gear and "Settings". */
export function showsWhatIsSaid(of: Iconic, name: string): boolean {
  const icon = readGlyph(of)['name'] ?? ''
  if (icon === '' || name === '') return false
  if (icon === nameIcon(name) || icon === nameIcon(listObject(name))) return true
  const led = ARROWS.get(icon)
  return led !== undefined && leadsTo(name) === led
}
