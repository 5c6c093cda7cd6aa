import type { Selector } from '../../../automations/selector.ts'
import { findShared } from '../../../intents/generating/page/find-nearest.ts'
import { findOwnAnchor } from '../../../intents/generating/page/find-own-anchor.ts'
import { surveyPage } from '../../../intents/generating/page/survey-page.ts'
import { listBeside, predicateByAttribute, predicateOf } from '../../../intents/generating/page/xpath-text.ts'
import { findsOnly } from '../../../intents/generating/locating/write-selectors.ts'
import { toFrameIndexes } from '../../../runner/healing/frame-path.ts'
import type { StepQuestion } from '../../step-question.ts'
import { findItem } from './find-item.ts'
import type { Pointed } from './point-at.ts'

/**
 * Which of several elements is meant that are alike: the one beside a text that is beside none of the others, wherever that
 * text moves, or whichever is at this place.
 *
 * @param byPlace the selectors of the place
 *
 * @returns null where nothing else than the place can be meant
 */
export async function askWhichOne(pointed: Pointed, byPlace: Selector[]): Promise<StepQuestion | null> {
  const { frame, label, tag, role } = pointed
  const items = await surveyPage(frame.page())
  const item = await findItem(items, pointed)
  const anchor = item && findOwnAnchor(items, item)
  if (!item || !anchor) return null
  const shared = findShared(item, anchor)
  const written = [predicateOf(item), predicateByAttribute(item)].flatMap((predicate) =>
    listBeside(item, { anchor, shared, predicate, inside: [] }),
  )
  const beside: Selector[] = []
  for (const selector of new Set(written))
    if (await findsOnly(frame, selector, [item.number])) beside.push(selector)
  if (beside.length === 0) return null
  const within = frame.parentFrame() ? { frame: toFrameIndexes(frame) } : {}
  const choices = [{ label: `The one beside “${anchor.text || anchor.name}”`, selectors: beside, ...within }]
  if (byPlace.length > 0)
    choices.push({ label: 'Whichever is at this place of the page', selectors: byPlace, ...within })
  const called = label || role || tag
  return { text: `Several elements are called “${called}”. Which one is meant?`, choices }
}
