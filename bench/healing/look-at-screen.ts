import type { Page } from 'playwright-core'
import {
  type Candidate,
  collectCandidates,
  surveyElement,
} from '../../apps/automation-api/src/runner/healing/collect.ts'
import type { Recorded } from '../../apps/automation-api/src/runner/healing/recorded.ts'
import { NOTHING_WANTED, recordElement } from '../../apps/automation-api/src/runner/healing/record-element.ts'
import type { Application } from './application.ts'
import { hideKeys } from './hide-keys.ts'

/** An element as the healer sees it, with what it does not see: which one it is. */
export interface Known extends Omit<Recorded, 'alternatives'> {
  key: string
  /** Whether it carries the key itself, instead of being a part of what does. */
  isKeyed: boolean
}

export type Target = Recorded & { key: string }

/** Takes the keys out of the page that is open. */
export async function hideOracle(page: Page, application: Application, screen: string): Promise<void> {
  const source = application.findKeys.toString().replace(/^findKeys/, 'function findKeys')
  await page.evaluate(hideKeys, { findKeys: `(${source})(${JSON.stringify(screen)})`, ...application.hidden })
}

/** Reads everything on the page. */
export async function lookAtScreen(page: Page): Promise<{ known: Known[]; candidates: Candidate[] }> {
  const candidates = await collectCandidates(page, 'read')
  const known = await Promise.all(
    candidates.map(async ({ fingerprint, isEditable, isSubmit, row, locator, frame }) => {
      const { key, isKeyed } = await readKey(locator)
      const seen: Known = { fingerprint, isEditable, isSubmit, row, key, isKeyed }
      // Only what is looked for later is asked what stands beside it, as a good step does.
      const beside = isKeyed
        ? await surveyElement(locator, NOTHING_WANTED, { frame, timeoutMs: 20_000 }).catch(() => undefined)
        : undefined
      return { ...seen, ...(beside && { others: beside.others }) }
    }),
  )
  return { known, candidates }
}

/** Records some of the elements that have a key of their own, as a good step would. */
export async function recordTargets(
  candidates: Candidate[],
  known: Known[],
  keys: string[],
): Promise<Target[]> {
  const targets: Target[] = []
  for (const key of keys) {
    const candidate = candidates[known.findIndex((each) => each.isKeyed && each.key === key)]
    if (!candidate) continue
    const { locator, frame } = candidate
    const recorded = await recordElement(locator, { frame }).catch(() => undefined)
    // Applications build parts of their pages anew at times.
    if (recorded) targets.push({ ...recorded, key })
  }
  return targets
}

/** The keys that are on one element only. */
export function uniqueKeys(known: Known[]): { unique: Set<string>; all: Set<string> } {
  const keyed = known.filter(({ isKeyed }) => isKeyed).map(({ key }) => key)
  const unique = keyed.filter((key) => keyed.indexOf(key) === keyed.lastIndexOf(key))
  return { unique: new Set(unique), all: new Set(known.map(({ key }) => key)) }
}

/** The key of an element or of the nearest one around it; keyed is the one that carries it itself. */
export async function readKey(locator: Candidate['locator']): Promise<{ key: string; isKeyed: boolean }> {
  const read = locator.evaluate(
    (element) => {
      const { keys } = globalThis as unknown as { keys?: { of: Map<unknown, string>; primary: Set<unknown> } }
      // The oracle knows nothing of what is inside frames.
      if (!keys) return { key: '', isKeyed: false }
      let current = element as unknown as Element | null
      const isKeyed = keys.primary.has(current)
      while (current && !keys.of.has(current)) current = current.parentElement
      return { key: keys.of.get(current) ?? '', isKeyed }
    },
    undefined,
    { timeout: 20_000 },
  )
  // What the application has built anew meanwhile is nobody's any more.
  return read.catch(() => ({ key: '', isKeyed: false }))
}
