import { wordsOf } from './fold-text.ts'
import type { Group } from './list-groups.ts'
import type { RowField } from './find-rows.ts'
import { dropNested } from './resolve-phrase.ts'
import type { Item } from './survey-page.ts'
import { writeOutputName } from '../grammar/output-name.ts'

const ENOUGH = 0.6
const MOST_FIELDS = 20

/** What the entries of a group consist of, where nothing says what to read: the texts at the same places of each. */
export function listOwnFields({ roots, contents }: Group): RowField[] {
  const byPlace = new Map<string, (Item | undefined)[]>()
  for (const [row, root] of roots.entries()) {
    for (const item of listTexts(contents[row]!)) {
      const place = item.term || item.xpath.slice(root.xpath.length)
      const items = byPlace.get(place) ?? roots.map(() => undefined)
      items[row] = item
      byPlace.set(place, items)
    }
  }
  const fields: (RowField & { of: string })[] = []
  for (const items of byPlace.values()) {
    if (items.filter(Boolean).length < roots.length * ENOUGH || fields.length === MOST_FIELDS) continue
    const name = nameField(items.find((item) => item !== undefined)!)
    const taken = fields.filter((field) => field.of === name).length
    fields.push({ of: name, name: taken === 0 ? name : `${name}${taken + 1}`, readAs: 'text', items })
  }
  return fields
}

/** The texts of an entry, without its buttons and labels. */
function listTexts(contents: Item[]): Item[] {
  const texts = contents.filter(
    ({ hasOwnText, isEditable, role, tag, text }) =>
      hasOwnText &&
      text !== '' &&
      !isEditable &&
      role !== 'button' &&
      !/^(?:dt|label|img|svg|option)$/.test(tag),
  )
  const leaves = dropNested(texts)
  // A link at the end of an entry leads on; one that names it is read.
  return leaves.filter((item, index) => item.tag !== 'a' || index === 0 || isInHeading(item))
}

const isInHeading = ({ xpath }: Item) => /\/h\d\[\d+\]\//.test(xpath)

function nameField(item: Item): string {
  const written = [item.term, ...item.tokens.slice(0, 3).map((token) => wordsOf(token).join(' '))]
    .map((name) => (name ? writeOutputName(name) : undefined))
    .find((name) => name !== undefined && name.length > 1 && name.length <= 30 && !/\d/.test(name))
  if (written) return written
  if (item.role === 'heading' || item.tag === 'a' || isInHeading(item)) return 'name'
  if (item.tag === 'time') return 'date'
  return /^(?:b|strong)$/.test(item.tag) ? 'name' : 'text'
}
