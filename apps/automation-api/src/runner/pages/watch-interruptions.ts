import type { BrowserContext, Dialog, Download } from 'playwright-core'

/** A page did something that no step handles. */
export class PageInterrupted extends Error {
  override name = 'PageInterrupted'
}

/** How a step answers the next dialog. */
export interface DialogAnswer {
  /** The name of the step. */
  step: string
  answer: 'accept' | 'dismiss'
  /** Typed into a prompt. */
  text?: string | undefined
  isUsed: boolean
}

interface Interruptions {
  /** Downloads that a later step keeps, while one does. */
  downloads: Download[]
  expecting: Set<object>
  /** Addresses of navigations that sent something and led to no page. */
  posted: Set<string>
  answers: DialogAnswer[]
  pending: PageInterrupted[]
  /** Answers dialogs that no step answers, where a person is there. */
  ask: ((dialog: Dialog) => void) | undefined
  /** The text of the last `alert`, until a step has succeeded after it. */
  alert: string | undefined
}

const watched = new WeakMap<BrowserContext, Interruptions>()

// An error shows only a part of it, and that part is chosen after secrets are masked.
const MAX_TEXT_LENGTH = 10_000

/**
 * Closes the dialogs of a run's pages, which would block them otherwise: as a step answers them, or else by cancelling
 * them. Records those that asked something, and downloads, where no step decides on them. An `alert` only informs.
 */
export function watchInterruptions(context: BrowserContext): void {
  const interruptions: Interruptions = {
    downloads: [],
    expecting: new Set(),
    posted: new Set(),
    answers: [],
    pending: [],
    ask: undefined,
    alert: undefined,
  }
  watched.set(context, interruptions)
  const interrupt = (message: string) => void interruptions.pending.push(new PageInterrupted(message))
  context.on('dialog', (dialog) => {
    const expected = interruptions.answers.find(({ isUsed }) => !isUsed)
    if (expected) {
      expected.isUsed = true
      ;(expected.answer === 'accept' ? dialog.accept(expected.text) : dialog.dismiss()).catch(() => {})
      return
    }
    if (interruptions.ask) return interruptions.ask(dialog)
    const text = dialog.message().slice(0, MAX_TEXT_LENGTH)
    if (dialog.type() === 'alert') interruptions.alert = text
    else interrupt(describe(dialog.type(), text))
    answer(dialog).catch(() => {})
  })
  context.on('requestfailed', (request) => {
    if (request.isNavigationRequest() && request.method() !== 'GET') interruptions.posted.add(request.url())
  })
  context.on('download', (download) => {
    if (interruptions.expecting.size > 0) {
      interruptions.downloads.push(download)
      return
    }
    const name = download.suggestedFilename().slice(0, MAX_TEXT_LENGTH)
    interrupt(`the page started a download that no step asks for, and it was refused: “${name}”`)
  })
}

/** The next dialog without another answer gets this one. */
export function expectDialog(context: BrowserContext, expected: DialogAnswer): void {
  watched.get(context)?.answers.push(expected)
}

export function dropDialog(context: BrowserContext, dropped: DialogAnswer): void {
  const interruptions = watched.get(context)
  if (interruptions) interruptions.answers = interruptions.answers.filter((each) => each !== dropped)
}

/** A person answers the dialogs of the pages. */
export function askPerson(context: BrowserContext, ask: (dialog: Dialog) => void): void {
  const interruptions = watched.get(context)
  if (interruptions) interruptions.ask = ask
}

/** Whether the steps of a list have yet to keep a download: until then downloads are accepted. */
export function expectDownloads(context: BrowserContext, list: object, isExpected: boolean): void {
  const expecting = watched.get(context)?.expecting
  if (isExpected) expecting?.add(list)
  else expecting?.delete(list)
}

export const areDownloadsExpected = (context: BrowserContext): boolean =>
  (watched.get(context)?.expecting.size ?? 0) > 0

/** Whether the address was the answer to a form, so that asking again would not do the same. */
export const wasPosted = (context: BrowserContext, url: string): boolean =>
  watched.get(context)?.posted.has(url) ?? false

/** The oldest download that no step has kept. */
export function takeDownload(context: BrowserContext): Download | undefined {
  return watched.get(context)?.downloads.shift()
}

/** The answer of the step, if a dialog has had it or may still have it. */
export function findAnswer(context: BrowserContext, step: string): DialogAnswer | undefined {
  return watched.get(context)?.answers.find((each) => each.step === step)
}

/** The first interruption since the last call; the others are dropped. */
export function takeInterruption(context: BrowserContext): PageInterrupted | undefined {
  return watched.get(context)?.pending.splice(0)[0]
}

/** The text of the last `alert`. */
export function lastAlert(context: BrowserContext): string | undefined {
  return watched.get(context)?.alert
}

export function clearAlert(context: BrowserContext): void {
  const interruptions = watched.get(context)
  if (interruptions) interruptions.alert = undefined
}

function answer(dialog: Dialog): Promise<void> {
  return dialog.type() === 'alert' ? dialog.accept() : dialog.dismiss()
}

function describe(type: string, text: string): string {
  if (type === 'beforeunload')
    return 'the page asked whether to leave it (beforeunload), and no step answers: it was not left'
  return `the page asked something (${type}), no step answers, and it was cancelled: “${text}”`
}
