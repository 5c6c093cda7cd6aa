import type { Frame, Page } from 'playwright-core'
import { matchAddress, matchRecordedAddress } from './match-address.ts'
import { listUnusedWindows, useWindow } from './unused-windows.ts'
import { findDocumentFailure } from './watch-documents.ts'
import type { Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

type Found = { page: Page; frame?: Frame }

/**
 * Applies a step's target: another window of the run, or a frame, both by their URL (the Recorder writes a frame from
 * another site as a target). The newest window has priority.
 */
export async function chooseTarget(step: Step, target = 'main'): Promise<Step> {
  if (target === 'main') return step
  const { signal, remainingMs } = step
  // The run's own page may be closed by now.
  const found = await waitUntil(
    { signal, remainingMs },
    () => findTarget(step.page, (url) => matchAddress(target, url)) ?? findOther(step.page, target),
  )
  if (!found) throw describeMissing(step, target)
  useWindow(found.page)
  await found.page.waitForLoadState('domcontentloaded', { timeout: step.remainingMs() })
  return { ...step, ...found }
}

function findTarget(main: Page, isMeant: (url: string) => boolean): Found | undefined {
  const pages = main.context().pages().toReversed()
  const page = pages.find((each) => isMeant(each.url()))
  if (page) return { page }
  const frame = pages.flatMap((each) => each.frames()).find((each) => isMeant(each.url()))
  return frame && { page: frame.page(), frame }
}

// Inexact matches exclude the run's own page, which may have opened the other one and must be named exactly.
function findOther(main: Page, target: string): Found | undefined {
  return findTarget(main, (url) => url !== main.url() && matchRecordedAddress(target, url))
}

// A window that could not be opened has a URL of the browser's.
function describeMissing({ page, timeoutMs }: Step, target: string): Error {
  const [failure] = listUnusedWindows(page).flatMap((each) => findDocumentFailure(each.mainFrame()) ?? [])
  return failure ?? new Error(`no page or frame is at ${target} within ${timeoutMs} ms`)
}
