import { getCdpSession } from '../../pages/cdp-session.ts'
import type { Step } from '../../step.ts'
import { openDocument } from './open-document.ts'

/** Goes to the page before, or after, the current one in the history of its window. */
export async function goInHistory(step: Step, by: -1 | 1): Promise<void> {
  const { page } = step
  const session = await getCdpSession(page)
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory')
  const url = entries[currentIndex + by]?.url
  // A window begins with an empty page.
  if (url === undefined || url === 'about:blank')
    throw new Error(`there is no page to go ${by < 0 ? 'back' : 'forward'} to`)
  const open = (options: Parameters<typeof page.goBack>[0]) =>
    by < 0 ? page.goBack(options) : page.goForward(options)
  await openDocument(step, { frame: page.mainFrame(), url, open })
}
