import type { EgressPolicy } from '@waypost/egress'
import type { Page } from 'playwright-core'
import { findAddressProblem } from '../../../intents/generating/finish-automation.ts'
import { runActions } from '../../../runner/run-actions.ts'
import type { Unnamed } from '../draft.ts'
import type { RecorderState } from '../recorder-state.ts'
import { flushHeld } from './act-by-pointer.ts'
import { endTyping } from './type-text.ts'
import { writeStep } from './write-step.ts'

const TIMEOUT_MS = 20_000

/** Goes to a URL as a step does, and keeps the step where the site has answered. */
export async function openUrl(
  state: RecorderState,
  page: Page,
  written: string,
  egress: Pick<EgressPolicy, 'checkUrl'>,
): Promise<void> {
  const url = /^https?:\/\//i.test(written) ? written : `https://${written}`
  const parsed = URL.parse(url)
  const problem = parsed ? findAddressProblem(egress, url) : 'is not a URL'
  if (!parsed || problem !== undefined)
    return state.tell({ type: 'notice', text: `The URL ${written} ${problem}.` })
  await perform(state, page, parsed.host, { type: 'navigate', url })
}

/** As the buttons of a browser do. */
export const goInWindow = (state: RecorderState, page: Page, to: 'back' | 'forward' | 'reload') =>
  perform(state, page, '', { type: to })

async function perform(state: RecorderState, page: Page, called: string, action: Unnamed): Promise<void> {
  await endTyping(state)
  flushHeld(state)
  await state.pictured()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the union is the same with a name
  const named = { name: 'It', ...action } as Parameters<typeof runActions>[0]['actions'][number]
  const { error } = await runActions({
    page,
    actions: [named],
    signal: state.signal,
    defaultTimeoutMs: TIMEOUT_MS,
  })
  if (error === null) writeStep(state, page, called, action)
  else state.tell({ type: 'notice', text: `${error.replace(/^Step "It" \(\w+\) failed: /, 'Failed: ')}.` })
}
