import { matchAddress } from '../pages/match-address.ts'
import type { ActionOf, Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

export async function waitForUrl({ url }: ActionOf<'waitForUrl'>, step: Step): Promise<void> {
  const frame = step.frame ?? step.page.mainFrame()
  const reached = await waitUntil(step, () => matchAddress(url, frame.url()) || undefined)
  if (!reached) throw new Error(`the address is ${frame.url()} and not ${url} after ${step.timeoutMs} ms`)
  await frame.waitForLoadState('domcontentloaded', { timeout: step.remainingMs() })
}
