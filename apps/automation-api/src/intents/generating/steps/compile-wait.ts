import type { Selector } from '../../../automations/selector.ts'
import type { Deed } from '../grammar/clause.ts'
import type { Meant } from '../page/resolve-phrase.ts'
import { holdsWords } from '../page/fold-text.ts'
import { listVariablesIn } from './list-variables-in.ts'
import type { Making } from './generation.ts'
import { isField } from '../page/match-name.ts'
import { readTarget } from '../page/read-target.ts'
import { lookFor } from './locate-element.ts'
import { seek } from './locate.ts'
import { type Place, writeSelectors } from './write-selectors.ts'
import { isByPlace, quoteXpath } from '../page/xpath-text.ts'

type Found = Extract<Meant, { item: unknown }>

export async function waitForElement(
  making: Making,
  { target, isGone }: Extract<Deed, { kind: 'waitFor' }>,
): Promise<void> {
  const wanted = making.fill(target)
  if (!isGone) {
    const { found } = await seek(making, (items) => lookFor(items, wanted, ['see']))
    return writeWait(making, target, found)
  }
  // It may have gone already; then there is only what it was called.
  const seen = lookFor(await making.survey(), wanted, ['see'])
  const place: Partial<Place> =
    'found' in seen ? await writePlace(making, target, seen.found).catch(() => ({})) : {}
  const byText = `text/${readTarget(target).readings[0]?.name ?? target}`
  const selectors = [...new Set([...(place.selectors ?? []), byText])]
  await making.perform(target, { type: 'waitForElement', ...place, selectors, visible: false })
}

export async function writeWait(making: Making, phrase: string, found: Found): Promise<void> {
  await making.perform(phrase, { type: 'waitForElement', ...(await writePlace(making, phrase, found)) })
}

/** By what it is called and nothing else: something will stand in its place at any time. */
async function writePlace(making: Making, phrase: string, { item, name }: Found): Promise<Place> {
  const said = making.fill(name)
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
    values: making.values,
    used: listVariablesIn(phrase),
  })
}
