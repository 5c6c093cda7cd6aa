import type { Page } from 'playwright-core'
import { maskSecrets } from '../../../runner/masking/mask-secrets.ts'
import { useWindow } from '../../../runner/pages/unused-windows.ts'
import type { About, DraftStep, Unnamed } from '../draft.ts'
import type { Target } from '../pointing/describe-target.ts'
import type { RecorderState } from '../recorder-state.ts'

/** Writes a step in a window: first the one that switches to it, where the last step was in another. */
export function writeStep(
  state: RecorderState,
  page: Page,
  called: string,
  action: Unnamed,
  about?: About,
): DraftStep {
  enterWindow(state, page)
  const step = state.draft.add(maskSecrets(called, state.secrets.values()), action, about)
  state.picture(page, step.id)
  return step
}

/** Writes a step on an element. */
export const writeElementStep = (
  state: RecorderState,
  page: Page,
  { called, place, learned, question }: Target,
  action: Record<string, unknown> & { type: Unnamed['type'] },
): DraftStep =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- with its selectors it is an action on an element
  writeStep(state, page, called, { ...action, ...place } as Unnamed, { learned, question })

function enterWindow(state: RecorderState, page: Page): void {
  if (state.current.isClosed()) state.current = state.main
  if (page === state.current) return
  state.current = page
  useWindow(page)
  if (page === state.main) state.draft.add('', { type: 'switchWindow', to: 'main' })
  else if (page === state.context.pages().at(-1)) state.draft.add('', { type: 'switchWindow', to: 'newest' })
  else {
    const { origin, pathname } = new URL(page.url())
    state.draft.add('', { type: 'switchWindow', url: `${origin}${pathname}*` })
  }
}
