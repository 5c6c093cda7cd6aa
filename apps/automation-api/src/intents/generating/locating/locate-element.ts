import { describeDoubt, resolvePhrase, type Resolution, type Use } from '../page/resolve-phrase.ts'
import { advise } from './advise.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { keyOf, locate, type Seen } from './locate.ts'
import { findShared } from '../page/find-nearest.ts'
import { listVariablesIn } from '../session/list-variables-in.ts'
import type { Item } from '../page/survey-page.ts'
import { type Place, writeSelectors } from './write-selectors.ts'
import { listBeside, predicateOf } from '../page/xpath-text.ts'

type Found = Extract<Resolution, { item: Item }>

interface Others {
  /** Where nothing has the name. */
  orElse?: ((items: Item[]) => Seen<Item> | undefined) | undefined
  /** Which of several elements of one name is meant, where it is the only one of that kind. */
  preferred?: (item: Item) => boolean
}

/** Resolves a phrase to one element on the live page, and writes down how to find it again. */
export async function locateElement(
  generation: Generation,
  phrase: string,
  uses: Use[],
  { orElse, preferred }: Others = {},
): Promise<{ item: Item; place: Place; items: Item[]; use: Use }> {
  const wanted = generation.fill(phrase)
  const { found, items } = await locate(generation, (surveyed): Seen<Found & { use: Use }> => {
    const seen = resolveElement(surveyed, wanted, uses, preferred)
    const other = 'problem' in seen && !seen.isDoubt ? orElse?.(surveyed) : undefined
    return other && 'found' in other
      ? { ...other, found: { item: other.found, name: '', use: uses[0]! } }
      : seen
  })
  const place = await writePlace(generation, phrase, found)
  return { item: found.item, place, items, use: found.use }
}

export function resolveElement(
  items: Item[],
  wanted: string,
  uses: Use[],
  preferred?: (item: Item) => boolean,
): Seen<Found & { use: Use }> {
  let worst: Resolution = { missing: true }
  for (const use of uses) {
    const meant = resolvePhrase(items, wanted, use)
    if ('item' in meant) return { found: { ...meant, use }, key: keyOf(meant.item) }
    if ('doubtful' in meant) {
      const [item, other] = preferred ? meant.doubtful.filter(preferred) : []
      if (item && !other) return { found: { item, name: '', use }, key: keyOf(item) }
      return { problem: doubt(wanted, meant.doubtful, items), isDoubt: true }
    }
    if (meant.count !== undefined) worst = meant
  }
  return { problem: missing(wanted, uses[0]!, worst), isDoubt: false }
}

/** @param phrase the name of the element in the text, with its variables */
export async function writePlace(
  { values }: Pick<Generation, 'values'>,
  phrase: string,
  { item, anchor }: { item: Item; anchor?: Item | undefined },
): Promise<Place> {
  const beside =
    anchor &&
    listBeside(item, {
      anchor,
      shared: findShared(item, anchor),
      predicate: predicateOf(item),
      inside: item.role && item.name ? [`aria/${item.name}[role="${item.role}"]`] : [],
    })
  return writeSelectors(item, {
    first: beside ?? [],
    // The text of such a list is its current choice.
    isUsable: (selector) => item.role !== 'combobox' || !String(selector).startsWith('text/'),
    values,
    used: listVariablesIn(phrase),
  })
}

/** @param all the elements of the page, by which to tell them apart */
export function doubt(phrase: string, items: Item[], all: Item[] = []): GenerationFailed {
  const more = items.length > 2 ? ` and ${items.length - 2} more` : ''
  return new GenerationFailed(
    'element_ambiguous',
    `“${phrase}” could be ${describeDoubt(items)}${more}. Say which, as in: the first ${phrase}; or by what it stands: ${phrase} next to "…".`,
    advise(all, items, { phrase, beside: 'next to' }),
  )
}

function missing(phrase: string, use: Use, meant: Resolution): GenerationFailed {
  const kinds: Record<Use, string> = {
    press: 'Nothing to click',
    fill: 'No field',
    choose: 'No list to choose from',
    check: 'No box to tick',
    see: 'Nothing',
  }
  const count = 'count' in meant && meant.count !== undefined ? `; there are only ${meant.count}` : ''
  return new GenerationFailed('element_not_found', `${kinds[use]} on the page is called “${phrase}”${count}.`)
}
