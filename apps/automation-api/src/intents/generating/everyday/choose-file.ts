import type { Verb } from '../grammar/clause.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { locate, keyOf, type Seen } from '../locating/locate.ts'
import { doubt, resolveElement, writePlace } from '../locating/locate-element.ts'
import type { Item } from '../page/survey-page.ts'

/**
 * A step that uploads a file of the account. It is only written down: many pages send a file as soon as it is chosen.
 */
export async function chooseFile(
  generation: Generation,
  { file, field }: Extract<Verb, { kind: 'upload' }>,
): Promise<void> {
  const wanted = generation.fill(field)
  const { found: item } = await locate(generation, (items) => look(items, wanted))
  const place = await writePlace(generation, field, { item })
  generation.write(field, { type: 'upload', ...place, accountFile: file })
}

function look(items: Item[], wanted: string): Seen<Item> {
  const fields = items.filter(({ type }) => type === 'file')
  const seen = resolveElement(fields, wanted, ['fill', 'see'])
  if ('found' in seen) return { found: seen.found.item, key: seen.key }
  const [only, other] = fields
  // The only field for a file, in words of one's own.
  if (only && !other) return { found: only, key: keyOf(only) }
  if (other) return { problem: doubt(wanted, fields, items), isDoubt: true }
  return {
    problem: new GenerationFailed('element_not_found', 'There is no field for a file on the page.'),
    isDoubt: false,
  }
}
