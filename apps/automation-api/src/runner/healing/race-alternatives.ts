import type { Frame, Page } from 'playwright-core'
import type { Selector } from '../../automations/selector.ts'
import { toLocator } from '../elements/selectors.ts'
import { takeFingerprint } from './collect.ts'
import { mayHealOnto, type Traits } from './may-heal-onto.ts'
import type { Purpose } from './purpose.ts'
import { isSameElement } from './is-same-element.ts'
import type { Learned } from './identity/names.ts'

export interface Winner {
  frame: Frame
  selector: Selector
  traits: Traits
  score: number
  reason: string
}

/**
 * Tries all alternatives in all frames at once. One counts if it finds a single visible element that is the recorded
 * one by all evidence; of several such elements the most similar one wins.
 */
export async function raceAlternatives(
  page: Page,
  alternatives: Selector[],
  target: Learned,
  purpose: Purpose,
): Promise<Winner | undefined> {
  const attempts = page
    .frames()
    .flatMap((frame) => alternatives.map((selector) => tryAlternative(frame, selector, target, purpose)))
  const winners = (await Promise.all(attempts)).filter((each) => each !== undefined)
  return winners.toSorted((one, other) => other.score - one.score)[0]
}

async function tryAlternative(
  frame: Frame,
  selector: Selector,
  target: Learned,
  purpose: Purpose,
): Promise<Winner | undefined> {
  try {
    const matches = toLocator(frame, selector).filter({ visible: true })
    if ((await matches.count()) !== 1) return undefined
    const traits = await takeFingerprint(matches, { frame })
    if (!mayHealOnto(target, traits, purpose)) return undefined
    const { score, reason } = isSameElement(target, traits, selector)
    return reason === undefined ? undefined : { frame, selector, traits, score, reason }
  } catch {
    // The selector is invalid, or the element or its frame disappeared meanwhile.
    return undefined
  }
}
