import type { Page } from 'playwright-core'
import type { ViewInput } from '@waypost/live-view'
import { pageHeight } from '../pointing/point-at.ts'
import type { RecorderState } from '../recorder-state.ts'
import { writeStep } from './write-step.ts'

const END_OF_PAGE = 10_000_000
const LOADED_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 200

/**
 * Scrolling is a step only where a page loads more by it: elements are scrolled to anyway when something is done to them.
 */
export function scrollPage(
  state: RecorderState,
  page: Page,
  input: Extract<ViewInput, { type: 'scroll' }>,
): void {
  // Asked for before the page hears of the scroll, which may make it longer.
  const isWatched = input.deltaY > 0 && state.mode === 'record' && !watched.has(page)
  const before = isWatched ? heightOf(page) : undefined
  state.input.perform(page, input)
  if (!before) return
  watched.add(page)
  void watchHeight(state, page, before).finally(() => watched.delete(page))
}

const watched = new WeakSet<Page>()

/** A page that is busy does not say its height. */
const heightOf = (page: Page): Promise<number | undefined> => pageHeight(page).catch(() => undefined)

/** What a page loads once something else is done belongs to that. */
async function watchHeight(
  state: RecorderState,
  page: Page,
  asked: Promise<number | undefined>,
): Promise<void> {
  const url = page.url()
  const last = state.draft.last()
  const isUndisturbed = () =>
    !state.signal.aborted && page.url() === url && state.draft.last()?.id === last?.id
  const until = performance.now() + LOADED_WITHIN_MS
  let before = await asked
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!isUndisturbed()) return
    const now = await heightOf(page)
    before ??= now
    if (before === undefined || now === undefined || now <= before || !isUndisturbed()) continue
    const isRepeated = last?.action.type === 'scroll' && state.current === page
    if (!isRepeated) writeStep(state, page, 'the end of the page', { type: 'scroll', y: END_OF_PAGE })
    return
  }
}
