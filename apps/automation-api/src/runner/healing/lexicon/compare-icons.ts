import type { Fingerprint } from '../fingerprint.ts'
import { cached } from '../ranking/similarity.ts'
import { isIconName, nameIcon } from './icon-names.ts'
import { readLigature } from './ligatures.ts'
import { leadsTo } from './leads-to.ts'
import { listObject } from './means-the-same.ts'

/** `redrawn`: both are drawings without a name, and differ, as after a change of the set of icons. */
export type IconComparison = 'same' | 'different' | 'redrawn' | undefined

/** What says of an element which icon it shows. */
export type Iconic = Pick<Fingerprint, 'name' | 'text' | 'glyph' | 'icon' | 'classes'>

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
function readGlyph(of: Iconic): Record<string, string> {
  const { glyph, icon, classes } = of
  const marks = [icon, ...classes].join(' ')
  const ligature = readLigature(of)
  return cached(read, [ligature, glyph, marks].join('\n'), () => {
    const kinds: Record<string, string> = {}
    for (const part of glyph.split(' ')) {
      const [kind = '', value = ''] = part.split(':')
      if (kind !== 'name') kinds[kind] = value
      else if (!isNameOfSet(value, marks)) kinds[kind] = nameIcon(value)
    }
    const name = kinds['name'] ? '' : ligature || readClass(marks)
    return name === '' ? kinds : { ...kinds, name: nameIcon(name) }
  })
}

/** Whether every icon of the page may have the class: `el-icon`, and on another element `el-icon` too. */
const isNameOfSet = (name: string, marks: string) =>
  name.startsWith('-') || (!isIconName(name) && ` ${marks} `.includes(` ${name}-icon `))

const OF_SET = /^(?:fa|bi|mdi|glyphicon|(?:[a-z]{1,12}-)?icon|lucide|anticon|codicon)-(?=.)/

/** `mdi-close`, on an icon or on the only one in an element. */
const readClass = (marks: string): string =>
  marks
    .split(' ')
    .filter((each) => OF_SET.test(each))
    .map((each) => each.replace(OF_SET, ''))
    .find(isIconName) ?? ''

/** Whether it shows an icon at all. */
export const hasIcon = (of: Iconic): boolean => Object.values(readGlyph(of)).some(Boolean)

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
