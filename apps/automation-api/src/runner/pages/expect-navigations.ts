import type { Frame } from 'playwright-core'
import type { StoredAction } from '../../automations/action.ts'
import { matchRecordedAddress, matchWildcards } from './match-address.ts'
import { findChildFrame } from './find-frames.ts'
import type { Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * Watches for the expected navigations of a step; must start before the step acts, because a navigation may be over
 * before the action is. `settle` waits for each navigation and for the title of the last page.
 */
export function expectNavigations(
  step: Step,
  action: StoredAction,
): { settle: () => Promise<void>; end: () => void } {
  const { page } = step
  const { assertedEvents: expected = [] } = { assertedEvents: undefined, ...action }
  const seen: { frame: Frame; url: string }[] = []
  const record = (frame: Frame) => void seen.push({ frame, url: frame.url() })
  if (expected.length > 0) page.on('framenavigated', record)
  return {
    settle: async () => {
      const root = step.frame ?? page.mainFrame()
      const inner = findChildFrame(root, ('frame' in action && action.frame) || [])
      for (const { url } of expected) {
        await waitForNavigation(step, url, () => {
          const found = seen.findIndex((each) =>
            url ? matchRecordedAddress(url, each.url) : each.frame === root || each.frame === inner,
          )
          return found === -1 ? undefined : seen.splice(found, 1)[0]!.frame
        })
      }
      // Only the last page can still be queried; a page without a title when it was recorded has an empty one.
      const title = expected.at(-1)?.title
      if (title && !page.isClosed()) await waitForTitle(step, root, title)
    },
    end: () => void page.off('framenavigated', record),
  }
}

async function waitForNavigation(
  step: Step,
  url: string | undefined,
  find: () => Frame | undefined,
): Promise<void> {
  const frame = await waitUntil(step, find)
  if (!frame) throw new Error(`no navigation${url ? ` to ${url}` : ''} within ${step.timeoutMs} ms`)
  await frame
    .waitForLoadState('domcontentloaded', { timeout: step.remainingMs() })
    .catch((error: unknown) => {
      // A sign-in window closes itself after its last navigation.
      if (!step.page.isClosed()) throw error
    })
}

async function waitForTitle(step: Step, frame: Frame, expected: string): Promise<void> {
  let title = ''
  const found = await waitUntil(step, async () => {
    // Between two documents there is no title.
    title = await frame.title().catch(() => '')
    return matchWildcards(expected, title) || undefined
  })
  if (!found) throw new Error(`the title of the page is "${title}", not "${expected}"`)
}
