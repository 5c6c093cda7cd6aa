import type { Selector } from '../../../automations/selector.ts'
import type { Verb } from '../grammar/clause.ts'
import type { Resolution } from '../page/resolve-phrase.ts'
import { holdsWords } from '../page/fold-text.ts'
import { listVariablesIn } from '../session/list-variables-in.ts'
import type { Generation } from '../session/generation.ts'
import { isField } from '../page/match-name.ts'
import { readTarget } from '../page/read-target.ts'
import { resolveElement } from '../locating/locate-element.ts'
import { locate } from '../locating/locate.ts'
import { type Place, writeSelectors } from '../locating/write-selectors.ts'
import { isByPlace, quoteXpath } from '../page/xpath-text.ts'

type Found = Extract<Resolution, { item: unknown }>

export async function waitForElement(
  generation: Generation,
  { target, isGone }: Extract<Verb, { kind: 'waitFor' }>,
): Promise<void> {
  const wanted = generation.fill(target)
  if (!isGone) {
    const { found } = await locate(generation, (items) => resolveElement(items, wanted, ['see']))
    return writeWait(generation, target, found)
  }
  // The element may have gone already; then only its name is known.
  const seen = resolveElement(await generation.survey(), wanted, ['see'])
  const place: Partial<Place> =
    'found' in seen ? await writePlace(generation, target, seen.found).catch(() => ({})) : {}
  const byText = `text/${readTarget(target).readings[0]?.name ?? target}`
  const selectors = [...new Set([...(place.selectors ?? []), byText])]
  await generation.perform(target, { type: 'waitForElement', ...place, selectors, visible: false })
}

export async function writeWait(generation: Generation, phrase: string, found: Found): Promise<void> {
  await generation.perform(phrase, {
    type: 'waitForElement',
    ...(await writePlace(generation, phrase, found)),
  })
}

/** Selectors by name only: another element may take its place at any time. */
export async function writePlace(
  generation: Generation,
  phrase: string,
  { item, name }: Found,
): Promise<Place> {
  const said = generation.fill(name)
  const isShown = !isField(item) && [item.text, item.name].some((each) => holdsWords(each, said))
  const quoted = quoteXpath(item.text.includes(said) ? said : item.text)
  const holds = `${item.tag}[contains(normalize-space(.), ${quoted})]`
  const byWords: Selector[] = [
    `text/${said}`,
    ...(quoted ? [`xpath///${holds}[not(.//${holds})]`, `xpath/(//${holds}[not(.//${holds})])[1]`] : []),
  ]
  return writeSelectors(item, {
    first: isShown ? byWords : item.tokens.map((token) => `.${token}`),
    isUsable: (selector) => (isShown ? /^(?:aria|text)\//.test(String(selector)) : !isByPlace(selector)),
    values: generation.values,
    used: listVariablesIn(phrase),
  })
}
