import type { Frame } from 'playwright-core'
import type { Selector } from '../../../automations/selector.ts'
import { escapeVariables } from '../../../intents/generating/page/template-selector.ts'
import { isByPlace } from '../../../intents/generating/page/xpath-text.ts'
import { toFrameIndexes } from '../../../runner/healing/frame-path.ts'
import { recordElement } from '../../../runner/healing/record-element.ts'
import type { Recorded } from '../../../runner/healing/recorded.ts'
import type { StepQuestion } from '../../step-question.ts'
import { askWhichOne } from './ask-which-one.ts'
import type { Pointed } from './point-at.ts'

/** How a step finds the element that a person has pointed at. */
export interface Target {
  pointed: Pointed
  place: { selectors: Selector[]; frame?: number[] }
  /** What it is called, for the name of the step. */
  called: string
  learned: Recorded | null
  question: StepQuestion | null
}

const CAPTURE_MS = 10_000

/**
 * Records an element as successful runs do, before anything is done to it. Where only its place on the page tells it from
 * others, its person is asked which one is meant.
 */
export async function describeTarget(pointed: Pointed): Promise<Target> {
  const { frame, locator } = pointed
  const learned = await recordElement(locator, { frame, timeoutMs: CAPTURE_MS })
  const { fingerprint, alternatives } = learned
  const called =
    [
      pointed.caption,
      fingerprint.name,
      fingerprint.label,
      fingerprint.placeholder,
      fingerprint.alt,
      fingerprint.text.slice(0, 60),
      fingerprint.nameAttribute,
      fingerprint.id,
      fingerprint.icon,
    ].find((each) => each !== '') ??
    (pointed.role || pointed.tag)
  const place = placeIn(frame, alternatives)
  const isTold = alternatives.some((selector) => !isByPlace(selector))
  const question = isTold ? null : await askWhichOne(pointed, place.selectors).catch(() => null)
  const [first] = question?.choices ?? []
  if (first) Object.assign(place, { selectors: first.selectors })
  if (place.selectors.length === 0) throw new Error('Nothing leads to this element and to nothing else.')
  return { pointed, place, called, learned, question }
}

function placeIn(frame: Frame, selectors: Selector[]): Target['place'] {
  const written = selectors.map(escapeVariables)
  return frame.parentFrame() ? { selectors: written, frame: toFrameIndexes(frame) } : { selectors: written }
}
