import { fold } from '../page/fold-text.ts'
import type { Item } from '../page/survey-page.ts'
import { pressItem } from './compile-press.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { doubt, writePlace } from '../locating/locate-element.ts'
import { keyOf, locate, type Seen } from '../locating/locate.ts'

/** Clicks the button whose whole name is said as a step: `save changes`. */
export async function pressNamed(
  generation: Generation,
  { name, text }: { name: string; text: string },
  isLast: boolean,
): Promise<void> {
  const { found: item } = await locate(generation, (items) => look(items, name))
  const place = await writePlace(generation, name, { item })
  await pressItem(generation, {
    item,
    place,
    called: name,
    step: text,
    isConfirmed: false,
    isLast,
    how: 'click',
  })
}

function look(items: Item[], name: string): Seen<Item> {
  const wanted = new Set([fold(name), fold(name.replace(/^(\S+) (?:the|an?|my|your) /i, '$1 '))])
  const named = items.filter(
    (item) =>
      (/^(?:button|link|menuitem|tab)$/.test(item.role) || item.isSubmit) && wanted.has(fold(item.name)),
  )
  const [item, other] = named
  if (item && !other) return { found: item, key: keyOf(item) }
  if (other) return { problem: doubt(name, named), isDoubt: true }
  return {
    problem: new GenerationFailed(
      'element_not_found',
      `No button on the page is called “${name}”. Say what to do there step by step, as in: click "…"; type "…" into "…".`,
    ),
    isDoubt: false,
  }
}
