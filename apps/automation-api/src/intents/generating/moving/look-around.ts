import type { Clause } from '../grammar/clause.ts'
import { singular, wordsOf } from '../page/fold-text.ts'
import type { Item } from '../page/survey-page.ts'
import { findIrreversible } from '../session/check-reversible.ts'
import { isReadable } from '../reading/is-readable.ts'
import type { Generation } from '../session/generation.ts'
import { writePlace } from '../locating/locate-element.ts'
import { surveyStill } from '../locating/locate.ts'

const MOST_PAGES = 10
const LEAST_MS = 10_000
const NAVIGATION = /\/(?:nav|header|aside|menu)(?:\[\d+\])?\//
const LEAVES = /\b(?:log ?out|sign ?out|log ?off|abmelden|déconnexion|cerrar sesión)\b/i

type Asked = Extract<Clause, { kind: 'extract' | 'list' }>

/**
 * Goes to the page on which a question about a site can be answered, where the one that it names cannot: among those that
 * its navigation leads to, the only one that has what is asked for. Returns whether there is one.
 */
export async function lookAround(generation: Generation, clause: Asked): Promise<boolean> {
  const page = generation.current()
  const timeout = Math.max(LEAST_MS, generation.stepTimeoutMs)
  const start = page.url()
  const links = listLinks(await surveyStill(generation), start, clause.text)
  const found: Item[] = []
  for (const link of links) {
    generation.signal.throwIfAborted()
    const isThere = await page
      .goto(link.address, { timeout })
      .then((response) => response?.ok() ?? true)
      .catch(() => false)
    if (isThere && isReadable(await surveyStill(generation), clause)) found.push(link)
  }
  await page.goto(start, { timeout })
  const [first, second] = found
  const isMeant = first && (!second || relation(first, clause.text) > relation(second, clause.text))
  if (!isMeant) return false
  const items = await surveyStill(generation)
  const link = items.find(({ tag, address, name }) => tag === 'a' && address === first.address && name !== '')
  if (!link || (await findIrreversible(link))) return false
  const place = await writePlace(generation, link.name, { item: link })
  await generation.perform(link.name, { type: 'click', ...place })
  return true
}

/** The links of the site's navigation, those that share a word with the question first. */
function listLinks(items: Item[], start: string, asked: string): Item[] {
  const here = new URL(start)
  const links = items.filter(({ tag, address, name, text }) => {
    const to = URL.parse(address)
    return (
      tag === 'a' &&
      to?.origin === here.origin &&
      to.pathname !== here.pathname &&
      to.search === '' &&
      !LEAVES.test(`${name} ${text}`)
    )
  })
  const ofNavigation = links.filter(
    ({ xpath, around }) =>
      NAVIGATION.test(xpath) || around.some((token) => /^(?:nav|menu|sidebar)/i.test(token)),
  )
  const byAddress = new Map<string, Item>()
  for (const link of ofNavigation.length > 0 ? ofNavigation : links)
    if (!byAddress.has(link.address)) byAddress.set(link.address, link)
  return [...byAddress.values()]
    .toSorted((one, other) => relation(other, asked) - relation(one, asked))
    .slice(0, MOST_PAGES)
}

/** How many words of a link's name are in the question. */
function relation({ name, text }: Item, asked: string): number {
  const words = new Set(wordsOf(asked).map(singular))
  return wordsOf(name || text).filter((word) => words.has(singular(word))).length
}
