import { errors } from 'playwright-core'
import type { ActionOf, Step } from '../step.ts'

export async function navigate({ url }: ActionOf<'navigate'>, step: Step): Promise<void> {
  await step.page.goto(url, { waitUntil: 'domcontentloaded', timeout: step.remainingMs() })
  // A page is usable even if its last image never arrives, so the load is awaited but not demanded.
  await step.page.waitForLoadState('load', { timeout: step.remainingMs() }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}
