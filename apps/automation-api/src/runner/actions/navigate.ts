import { errors } from 'playwright-core'
import type { ActionOf, Step } from '../step.ts'

export async function navigate({ url }: ActionOf<'navigate'>, step: Step): Promise<void> {
  // A variable may have made another address of it than the one that was accepted.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error('the address is not an http or https URL')
  const frame = step.frame ?? step.page.mainFrame()
  await frame.goto(url, { waitUntil: 'domcontentloaded', timeout: step.remainingMs() })
  // A page is usable even if its last image never arrives, so the load is awaited but not demanded.
  await frame.waitForLoadState('load', { timeout: step.remainingMs() }).catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error
  })
}
