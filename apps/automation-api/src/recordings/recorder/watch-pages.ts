import type { Action } from '../../automations/action.ts'
import type { Download, Frame, Page } from 'playwright-core'
import { limitPopups } from '../../runner/pages/limit-popups.ts'
import { expectDownloads, takeDownload } from '../../runner/pages/watch-interruptions.ts'
import { watchDialogs } from './acts/answer-dialog.ts'
import type { RecorderState } from './recorder-state.ts'

const LEADING = new Set<Action['type']>(['click', 'doubleClick', 'press'])

/**
 * Watches for what follows a person's acts: a page that they lead to, a file that they download, a question. Nothing of it
 * makes a step where a person has done nothing before.
 *
 * @returns ends it
 */
export function watchPages(state: RecorderState): () => void {
  const { context, draft } = state
  const pages = new Set<Page>()

  const onNavigated = (frame: Frame): void => {
    const page = frame.page()
    const last = draft.last()
    if (frame !== page.mainFrame() || page !== state.current || !last || !LEADING.has(last.action.type))
      return
    // The next step must not be performed on the page before, which in a run may take longer to go.
    const action = { ...last.action, assertedEvents: [{ type: 'navigation' as const }] }
    draft.amend(last.id, { action })
    state.picture(page, last.id)
  }
  const onDownload = (download: Download): void => {
    takeDownload(context)
    const last = draft.last()
    if (last && LEADING.has(last.action.type))
      draft.add(download.suggestedFilename().slice(0, 60), { type: 'waitForDownload' })
  }
  const watch = (page: Page): void => {
    pages.add(page)
    page.on('framenavigated', onNavigated)
    page.on('download', onDownload)
  }
  const endPopupWatch = limitPopups(context)
  expectDownloads(context, state, true)
  watchDialogs(state)
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  return () => {
    endPopupWatch()
    expectDownloads(context, state, false)
    context.off('page', watch)
    for (const page of pages) {
      page.off('framenavigated', onNavigated)
      page.off('download', onDownload)
    }
  }
}
