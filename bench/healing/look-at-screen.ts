import type { Page } from 'playwright-core'
import {
  type Candidate,
  collectCandidates,
  surveyElement,
} from '../../apps/automation-api/src/runner/healing/collect.ts'
import { chooseLookalikes } from '../../apps/automation-api/src/runner/healing/lookalikes.ts'
import type { Recorded } from '../../apps/automation-api/src/runner/healing/recorded.ts'
import { NOTHING_WANTED, recordElement } from '../../apps/automation-api/src/runner/healing/record-element.ts'
import type { Application } from './application.ts'
import { hideKeys } from './hide-keys.ts'

/** An element as the healer reads it, with its key, which the healer does not see. */
export interface Known extends Omit<Recorded, 'alternatives'> {
  key: string
  /** Whether the element itself has the key, and not one around it. */
  isKeyed: boolean
}

export type Target = Recorded & { key: string }

/** Removes from the open page what its keys are read from. */
export async function hideOracle(
  page: Page,
  application: Pick<Application, 'findKeys' | 'hidden'>,
  screen: string,
): Promise<void> {
  const source = application.findKeys.toString().replace(/^findKeys/, 'function findKeys')
  await page.evaluate(hideKeys, { findKeys: `(${source})(${JSON.stringify(screen)})`, ...application.hidden })
}

/** Reads every candidate of the page with its key. */
export async function lookAtScreen(page: Page): Promise<{ known: Known[]; candidates: Candidate[] }> {
  const candidates = await collect(page)
  const known = await Promise.all(
    candidates.map(async ({ fingerprint, isEditable, isSubmit, row, locator, frame }) => {
      const { key, isKeyed } = await readKey(locator)
      const seen: Known = { fingerprint, isEditable, isSubmit, row, key, isKeyed }
      // The surroundings are read only of the elements that are sought later, as when a step succeeds.
      const beside = isKeyed
        ? await surveyElement(locator, NOTHING_WANTED, { frame, timeoutMs: 20_000 }).catch(() => undefined)
        : undefined
      return { ...seen, ...(beside && { others: beside.others }) }
    }),
  )
  return { known: known.map((each) => withLookalikes(each, known)), candidates }
}

const AROUND = 150
const INTERACTIVE =
  /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|combobox|listbox|textbox|searchbox|spinbutton|slider|gridcell)$/
const CONTROL = /^(?:a|button|input|select|textarea|summary|label|option)$/

/** What a successful step stores of the elements around its own. */
function withLookalikes(target: Known, page: Known[]): Known {
  if (!target.isKeyed) return target
  const at = page.indexOf(target)
  const isUsable = ({ fingerprint: { tag, role } }: Known) => CONTROL.test(tag) || INTERACTIVE.test(role)
  const around = {
    before: page.slice(0, at).filter(isUsable).slice(-AROUND),
    after: page
      .slice(at + 1)
      .filter(isUsable)
      .slice(0, AROUND),
  }
  return { ...target, lookalikes: chooseLookalikes(target, around) }
}

/** A page that does not answer in time on a busy machine has no candidates, and is asked again: it would count as empty. */
async function collect(page: Page): Promise<Candidate[]> {
  for (let tries = 0; tries < 10; tries += 1) {
    const candidates = await collectCandidates(page, 'read')
    if (candidates.length > 0) return candidates
  }
  throw new Error(`${page.url()} shows nothing`)
}

/** Records the elements with the given keys as a successful step does. */
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
    // An application may have replaced the element meanwhile.
    if (recorded) targets.push({ ...recorded, key })
  }
  return targets
}

/** Returns the keys that only one element has, and all keys. */
export function uniqueKeys(known: Known[]): { unique: Set<string>; all: Set<string> } {
  const keyed = known.filter(({ isKeyed }) => isKeyed).map(({ key }) => key)
  const unique = keyed.filter((key) => keyed.indexOf(key) === keyed.lastIndexOf(key))
  return { unique: new Set(unique), all: new Set(known.map(({ key }) => key)) }
}

/** Reads the key of an element or of the nearest one around it; `isKeyed` says whether the element itself has it. */
export async function readKey(locator: Candidate['locator']): Promise<{ key: string; isKeyed: boolean }> {
  const read = locator.evaluate(
    (element) => {
      const { keys } = globalThis as unknown as { keys?: { of: Map<unknown, string>; primary: Set<unknown> } }
      // Elements inside frames have no keys.
      if (!keys) return { key: '', isKeyed: false }
      let current = element as unknown as Element | null
      const isKeyed = keys.primary.has(current)
      while (current && !keys.of.has(current)) current = current.parentElement
      return { key: keys.of.get(current) ?? '', isKeyed }
    },
    undefined,
    { timeout: 20_000 },
  )
  // An element that the application has replaced meanwhile has no key.
  return read.catch(() => ({ key: '', isKeyed: false }))
}
