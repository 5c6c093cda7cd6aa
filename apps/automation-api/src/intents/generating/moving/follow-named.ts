import { holdsWords } from '../page/fold-text.ts'
import { splitScope } from '../page/read-target.ts'
import { resolvePhrase } from '../page/resolve-phrase.ts'
import type { Item } from '../page/survey-page.ts'
import { findIrreversible, refuseIrreversible } from '../session/check-reversible.ts'
import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'
import { writePlace } from '../locating/locate-element.ts'
import { surveyStill } from '../locating/locate.ts'

/** The link to the page of the thing that a phrase names: of `the weight of the oboe`, the link called `oboe`. */
export function findNamedLink(items: Item[], phrase: string): { link: Item; called: string } | undefined {
  for (const { anchors, nth } of splitScope(phrase)) {
    if (nth) continue
    for (const { name } of anchors) {
      const meant = resolvePhrase(items, name, 'press')
      if (!('item' in meant) || meant.item.tag !== 'a') continue
      const to = URL.parse(meant.item.address)
      // A page that the same site shows of it, and no other part of this one.
      if (to && to.origin === URL.parse(meant.item.frame.url())?.origin && to.pathname !== '')
        return { link: meant.item, called: name }
    }
  }
  return undefined
}

/**
 * Goes to the page of a thing, to read there what its list does not show. Returns what is left to be read.
 *
 * @throws GenerationFailed where that page does not name the thing: its texts may be of another one
 */
export async function followNamed(
  generation: Generation,
  phrase: string,
  { link, called }: { link: Item; called: string },
): Promise<string> {
  if (await findIrreversible(link)) throw refuseIrreversible(`click ${called}`)
  const place = await writePlace(generation, called, { item: link })
  await generation.perform(called, { type: 'click', ...place })
  const items = await surveyStill(generation)
  const titles = items.filter(({ role }) => role === 'heading').map(({ text }) => text)
  titles.push(await generation.current().title())
  const bare = called.replace(/^(?:the|an?) /i, '')
  const isOfIt = titles.some((each) => holdsWords(each, bare))
  const scope = splitScope(phrase).find(({ anchors }) => anchors.some(({ name }) => name === called))
  if (!isOfIt || !scope)
    throw new GenerationFailed(
      'nothing_to_read',
      `Nothing on the page looks like “${phrase}”, and the page that “${called}” leads to is not about it.`,
    )
  return scope.what
}
