import type { Frame } from 'playwright-core'
import type { StoredAction } from '../../../automations/action.ts'
import { ElementMissing } from '../../elements/find-elements.ts'
import { chooseTarget } from '../../pages/choose-target.ts'
import { followPath } from '../../pages/find-frames.ts'
import { listUnusedWindows } from '../../pages/unused-windows.ts'
import { type DocumentMissing, findDocumentFailure } from '../../pages/watch-documents.ts'
import { clearAlert, lastAlert, takeInterruption } from '../../pages/watch-interruptions.ts'
import type { Step } from '../../step.ts'

// These actions do not depend on the content of the page.
const BLIND = new Set<StoredAction['type']>([
  'navigate',
  'back',
  'forward',
  'reload',
  'wait',
  'waitForEmail',
  'handOver',
  'dialog',
  'waitForDownload',
  'switchWindow',
  'setViewport',
  'emulateNetworkConditions',
  'close',
])

/**
 * Performs a step on its page. The step fails with the page's own problem instead of its consequence: the site's page
 * could not be loaded, a dialog asked something that nobody answers, or a download started.
 */
export async function onPage<Result>(
  action: StoredAction,
  runStep: Step,
  work: (step: Step) => Promise<Result>,
): Promise<Result> {
  const context = runStep.page.context()
  const alert = lastAlert(context)
  const before = takeInterruption(context)
  if (before) throw before
  const step = await chooseTarget(runStep, action.target)
  if (!BLIND.has(action.type)) throwIf(findFailure(step, action))
  let result: Result
  try {
    result = await work(step)
  } catch (error) {
    const interruption = takeInterruption(context)
    if (String(error).includes('Download is starting')) throw error
    throw interruption ?? findFailure(step, action) ?? explain(error, runStep, step)
  }
  throwIf(takeInterruption(context))
  if (action.type !== 'close') throwIf(findFailure(step, action))
  if (lastAlert(context) === alert) clearAlert(context)
  return result
}

function throwIf(error: Error | undefined): void {
  if (error) throw error
}

/** Why the step's page or frame does not show the site, if so. */
function findFailure(step: Step, action: StoredAction): DocumentMissing | undefined {
  const root = step.frame ?? step.page.mainFrame()
  const inner = followPath(root, ('frame' in action && action.frame) || [])
  return [root, inner].flatMap((frame: Frame | undefined) => (frame && findDocumentFailure(frame)) ?? [])[0]
}

const LISTED_WINDOWS = 2

// The page may have shown a reason in an alert, or the element may be in another window.
function explain(error: unknown, runStep: Step, step: Step): unknown {
  if (!(error instanceof ElementMissing)) return error
  const said = lastAlert(step.page.context())
  const windows = listUnusedWindows(runStep.page).filter((page) => page !== step.page)
  if (windows.length > 0)
    error.message += `; no step is about the window that opened at ${windows
      .slice(-LISTED_WINDOWS)
      .map((page) => withoutQuery(page.url()))
      .join(' and ')}`
  if (said !== undefined) error.message += `; the page had said “${said}”`
  return error
}

const withoutQuery = (url: string) => url.split(/[?#]/, 1)[0]!
