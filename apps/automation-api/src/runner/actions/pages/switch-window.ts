import type { Page } from 'playwright-core'
import { matchAddress, matchWildcards } from '../../pages/match-address.ts'
import { useWindow } from '../../pages/unused-windows.ts'
import type { ActionOf, Step } from '../../step.ts'
import { waitUntil } from '../../wait-until.ts'

/** Makes another window the one of the steps after it. */
export async function switchWindow(action: ActionOf<'switchWindow'>, step: Step): Promise<void> {
  const { signal, remainingMs } = step
  // The current window may have closed by now.
  const page = await waitUntil({ signal, remainingMs }, () => findWindow(action, step))
  if (!page) throw new Error(`${describe(action)} within ${step.timeoutMs} ms`)
  useWindow(page)
  await page.waitForLoadState('domcontentloaded', { timeout: remainingMs() })
  step.use?.(page)
}

async function findWindow(
  { to, url, title }: ActionOf<'switchWindow'>,
  step: Step,
): Promise<Page | undefined> {
  if (to === 'main') return step.main
  const newestFirst = step.page.context().pages().toReversed()
  if (url !== undefined) return newestFirst.find((page) => matchAddress(url, page.url()))
  if (title === undefined) return newestFirst[0] === step.page ? undefined : newestFirst[0]
  for (const page of newestFirst) {
    // Between two documents there is no title.
    const seen = await page.title().catch(() => '')
    if (matchWildcards(title, seen)) return page
  }
  return undefined
}

function describe({ url, title }: ActionOf<'switchWindow'>): string {
  if (url !== undefined) return `no window is at ${url}`
  return title === undefined ? 'no other window opened' : `no window is called "${title}"`
}
