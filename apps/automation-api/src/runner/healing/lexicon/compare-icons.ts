import type { Fingerprint } from '../fingerprint.ts'
import { cached } from '../ranking/similarity.ts'
import { readLexicon } from './read-lexicon.ts'

const iconWords = readLexicon('icon-words.txt')

/** `redrawn`: both are drawings without a name, and differ, as after a change of the set of icons. */
export type IconComparison = 'same' | 'different' | 'redrawn' | undefined

const read = new Map<string, Record<string, string>>()

/** Whether two elements show the same icon; undefined where one of them has none, or they cannot be compared. */
export function compareIcons(one: Fingerprint, other: Fingerprint): IconComparison {
  const [left, right] = [readGlyph(one.glyph), readGlyph(other.glyph)]
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
function readGlyph(glyph: string): Record<string, string> {
  return cached(read, glyph, () => {
    const kinds: Record<string, string> = {}
    for (const part of glyph.split(' ')) {
      const [kind = '', value = ''] = part.split(':')
      kinds[kind] = kind === 'name' ? nameIcon(value) : value
    }
    return kinds
  })
}

function nameIcon(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const meaning = iconWords.whole.get(plain)
  return meaning === undefined ? plain : `#${meaning}`
}

/** Whether an icon shows what a name says: a magnifying glass and "Search", a gear and "Settings". */
export function showsWhatIsSaid(glyph: string, name: string): boolean {
  const icon = readGlyph(glyph)['name'] ?? ''
  return icon !== '' && name !== '' && icon === nameIcon(name)
}
