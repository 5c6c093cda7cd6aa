import type { Selector } from '../../../automations/selector.ts'
import { fold } from '../page/fold-text.ts'
import type { Item } from '../page/survey-page.ts'
import { quoteXpath } from '../page/xpath-text.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { keyOf, locate, type Seen } from '../locating/locate.ts'
import { doubt } from '../locating/locate-element.ts'
import { findsOnly, placeIn, type Place } from '../locating/write-selectors.ts'

const NEXT =
  /^(?:(?:go to |show )?(?:the )?next(?: page| results?)?|older(?: posts| entries)?|more results|(?:nächste|naechste)(?: seite)?|weiter|(?:page )?suivante?|página siguiente|siguiente|volgende|avanti|successiva|próxima|dalej|følgende|nästa|下一页|次へ|다음)$/u
const ARROW = /^[›»>→⟩▶]+$/

/** The link or button that leads to the next page of a list, and selectors that find it only where it leads on. */
export async function findNext(generation: Generation): Promise<{ item: Item; place: Place }> {
  const { found: item } = await locate(generation, look)
  const selectors: Selector[] = []
  for (const selector of listSelectors(item))
    if (selectors.length < 3 && (await findsOnly(item.frame, selector, [item.number])))
      selectors.push(selector)
  if (selectors.length === 0)
    throw new GenerationFailed(
      'element_ambiguous',
      `Nothing leads to “${item.name || item.text}”, the way to the next page, and to nothing else.`,
    )
  return { item, place: placeIn(item.frame, selectors) }
}

function look(items: Item[]): Seen<Item> {
  const found = items.filter(
    (item) =>
      (item.tag === 'a' || item.tag === 'button' || /^(?:link|button)$/.test(item.role)) &&
      !item.isDisabled &&
      [item.name, item.text, item.title].some((each) => NEXT.test(fold(each)) || ARROW.test(each.trim())),
  )
  // That of the page's own list, before those of a gallery on it.
  const ofPages = found.filter(({ name, title }) => [name, title].some((each) => /page|seite/i.test(each)))
  const [first, ...others] = ofPages.length > 0 ? ofPages : found
  if (!first)
    return {
      problem: new GenerationFailed(
        'element_not_found',
        'There is no link or button that leads to the next page, such as “Next”.',
      ),
      isDoubt: false,
    }
  if (others.some((other) => other.address === '' || other.address !== first.address))
    return { problem: doubt('next page', [first, ...others]), isDoubt: true }
  return { found: first, key: keyOf(first) }
}

const ENABLED =
  'not(@disabled) and not(@aria-disabled="true") and not(ancestor-or-self::*[contains(concat(" ", @class, " "), " disabled ")])'

/** By its words, and only while it is not switched off: on the last page many sites show it in grey. */
function listSelectors({ tag, label, text, name, title }: Item): Selector[] {
  const withLink = tag === 'a' ? '@href and ' : ''
  const by = [
    ...[label, name].filter(Boolean).map((each) => named('@aria-label', each)),
    ...[text, name].filter(Boolean).map((each) => named('normalize-space(.)', each)),
    ...(title ? [named('@title', title)] : []),
    ...(tag === 'a' ? ['contains(concat(" ", @rel, " "), " next ")'] : []),
  ]
  const paths = [...new Set(by)].filter(Boolean).map((each) => `//${tag}[${withLink}${each} and ${ENABLED}]`)
  // A list often has the same link above and below.
  return [...paths.map((path) => `xpath/${path}`), ...paths.map((path) => `xpath/(${path})[1]`)]
}

function named(what: string, text: string): string {
  const quoted = quoteXpath(text)
  return quoted ? `${what}=${quoted}` : ''
}
