import type { Page } from 'playwright-core'
import { escapeText, escapeVariables } from '../../../intents/generating/page/template-selector.ts'
import { surveyPage } from '../../../intents/generating/page/survey-page.ts'
import { writeReading } from '../../../intents/generating/reading/write-reading.ts'
import { writeElementStep, writeStep } from '../acts/write-step.ts'
import { describeTarget, type Target } from '../pointing/describe-target.ts'
import { findItem } from '../pointing/find-item.ts'
import { pointAt } from '../pointing/point-at.ts'
import { maskSecrets } from '../../../runner/masking/mask-secrets.ts'
import type { RecorderState } from '../recorder-state.ts'
import type { Offer } from './offer.ts'
import { listReadings } from './offer-readings.ts'
import { tryReading } from './try-reading.ts'

const MOST_TEXT = 200

/** Shows what the pointer is on. The page hears nothing of it, and the mark is drawn on the picture only. */
export async function highlight(
  state: RecorderState,
  page: Page,
  at: { x: number; y: number },
): Promise<void> {
  const pointed = await pointAt(page, at, verbOf(state))
  state.tell({
    type: 'highlight',
    boxes: pointed ? [pointed.onPicture] : [],
    label: pointed ? pointed.label || pointed.role || pointed.tag : '',
  })
}

const verbOf = ({ mode }: RecorderState) => (mode === 'hover' || mode === 'element' ? 'at' : 'innermost')

/** Offers what may be kept of what was pressed while something is pointed out. */
export async function pickElement(
  state: RecorderState,
  page: Page,
  at: { x: number; y: number },
): Promise<void> {
  const pointed = await pointAt(page, at, verbOf(state))
  if (!pointed) return
  if (state.mode === 'read') {
    const ideas = await listReadings(page, pointed)
    const offers: Offer[] = []
    for (const idea of ideas) {
      const tried = await tryReading(page, idea, state.signal)
      if (tried) offers.push(tried)
    }
    return offer(state, offers, 'Nothing can be read there. Press a text.')
  }
  const target = await describeTarget(pointed)
  if (state.mode === 'element') {
    const { selectors, frame } = target.place
    return state.tell({ type: 'element', selectors, frame: frame ?? null, label: target.called })
  }
  if (state.mode === 'hover') {
    writeElementStep(state, page, target, { type: 'hover' })
    await page.mouse.move(at.x, at.y)
    return undefined
  }
  return offer(
    state,
    await (state.mode === 'assert' ? listAsserts(state, page, target) : listWaits(target)),
    '',
  )
}

function offer(state: RecorderState, offers: Offer[], otherwise: string): void {
  state.offers = offers
  if (offers.length === 0) return state.tell({ type: 'notice', text: otherwise })
  state.tell({
    type: 'offers',
    offers: offers.map(({ label, output, count, sample, boxes }) => ({
      label,
      output,
      count,
      sample,
      boxes,
    })),
  })
}

const plain = ({ pointed, called, learned, question }: Target) => ({
  called,
  about: { learned, question },
  output: null,
  count: 1,
  sample: [],
  boxes: [pointed.onPicture],
})

async function listAsserts(state: RecorderState, page: Page, target: Target): Promise<Offer[]> {
  const { place, pointed, learned } = target
  const text = learned?.fingerprint.text.slice(0, MOST_TEXT) ?? ''
  const isShown: Offer = { ...plain(target), label: 'It is shown', action: { type: 'assert', ...place } }
  const address = page.url()
  const isHere: Offer = {
    ...plain(target),
    called: 'the address',
    about: {},
    boxes: [],
    label: `The address is ${address}`,
    action: { type: 'assert', url: escapeText(address) },
  }
  // What was typed as a secret is in no step.
  const isTold = (said: string) => maskSecrets(said, state.secrets.values()) !== said
  const others = isTold(address) ? [isShown] : [isShown, isHere]
  if (text === '' || isTold(text)) return others
  const items = await surveyPage(page)
  const item = await findItem(items, pointed)
  // Never found by the text that it is to show.
  const reading =
    item &&
    (await writeReading({ items: [item], what: item.label || item.tag }, { values: {} }).catch(
      () => undefined,
    ))
  const where = reading && {
    selectors: reading.selectors.map(escapeVariables),
    ...(reading.frame && { frame: reading.frame }),
  }
  const says: Offer = {
    ...plain(target),
    about: {},
    label: `It shows “${text}”`,
    action: { type: 'assert', ...where, text: escapeText(text) },
  }
  return [says, ...others]
}

const listWaits = (target: Target): Offer[] => [
  { ...plain(target), label: 'Until it is shown', action: { type: 'waitForElement', ...target.place } },
  {
    ...plain(target),
    label: 'Until it is no longer shown',
    action: { type: 'waitForElement', ...target.place, visible: false },
  },
]

/** Keeps one of the offers as a step, under the name that was chosen. */
export function takeOffer(
  state: RecorderState,
  page: Page,
  choice: number,
  output: string | undefined,
): void {
  const chosen = state.offers[choice]
  state.offers = []
  if (!chosen) return
  const { action, called, about } = chosen
  const isReading = action.type === 'extract' || action.type === 'extractText'
  if (!isReading) return void writeStep(state, page, called, action, about)
  const name = freeOutput(state, output ?? action.output)
  writeStep(state, page, name, { ...action, output: name }, about)
}

function freeOutput(state: RecorderState, wanted: string): string {
  const taken = new Set(
    state.draft.steps().map(({ action }) => ('output' in action ? action.output : undefined)),
  )
  let number = 1
  while (taken.has(number === 1 ? wanted : `${wanted}${number}`)) number += 1
  return number === 1 ? wanted : `${wanted}${number}`
}
