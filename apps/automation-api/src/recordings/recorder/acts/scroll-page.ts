import type { Page } from 'playwright-core'
import type { ViewInput } from '@waypost/live-view'
import { pageHeight } from '../pointing/point-at.ts'
import type { RecorderState } from '../recorder-state.ts'
import { writeStep } from './write-step.ts'

const END_OF_PAGE = 10_000_000
const LOADED_WITHIN_MS = 700
const LOOK_EVERY_MS = 100

/**
 * Scrolling is a step only where a page loads more by it: elements are scrolled to anyway when something is done to them.
 */
export function scrollPage(
  state: RecorderState,
  page: Page,
  input: Extract<ViewInput, { type: 'scroll' }>,
): void {
  state.input.perform(page, input)
  if (input.deltaY <= 0 || state.mode !== 'record' || watched.has(page)) return
  watched.add(page)
  void watchHeight(state, page).finally(() => watched.delete(page))
}

const watched = new WeakSet<Page>()

async function watchHeight(state: RecorderState, page: Page): Promise<void> {
  const before = await pageHeight(page).catch(() => undefined)
  const url = page.url()
  const until = performance.now() + LOADED_WITHIN_MS
  if (before === undefined) return
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    const now = await pageHeight(page).catch(() => undefined)
    if (now === undefined || page.url() !== url) return
    if (now <= before) continue
    const last = state.draft.last()
    const isRepeated = last?.action.type === 'scroll' && state.current === page
    if (!isRepeated) writeStep(state, page, 'the end of the page', { type: 'scroll', y: END_OF_PAGE })
    return
  }
}
