import type { Frame, Locator } from 'playwright-core'
import { findAlternatives } from '../../../runner/healing/alternatives.ts'
import { takeFingerprint } from '../../../runner/healing/collect.ts'
import { toFrameIndexes } from '../../../runner/healing/frame-path.ts'
import { maskSecrets } from '../../../runner/masking/mask-secrets.ts'
import type { Selector } from '../../../automations/selector.ts'
import { toLocator } from '../../../runner/elements/selectors.ts'
import { listTelling } from '../session/generation.ts'
import { describeItem } from '../page/describe-item.ts'
import { GenerationFailed } from '../session/failure.ts'
import { type Item, numbersOf } from '../page/survey-page.ts'
import { escapeVariables, templateSelector } from '../page/template-selector.ts'
import { isByPlace } from '../page/xpath-text.ts'

const MOST = 8
const TIMEOUT_MS = 10_000
const MAX_SELECTOR_LENGTH = 2000

/** How an action finds its element: several selectors, each of which finds only that visible element. */
export interface Place {
  selectors: Selector[]
  frame?: number[]
}

export interface Wanted {
  /**
   * Selectors by the element's name in the text, better than the element's own ones. Not verified yet. Where there is
   * one, selectors by position are not needed, and could only find another element.
   */
  first?: Selector[]
  /** Whether a selector that the runner would write for the element may be used. */
  isUsable?: (selector: Selector) => boolean
  /** The values of the variables during generation. */
  values: Record<string, string>
  /** The values by which the element was found, and must be found again. */
  used?: string[]
}

export async function writeSelectors(
  item: Item,
  { first = [], isUsable = () => true, values, used = [] }: Wanted,
): Promise<Place> {
  const { frame, locator } = item
  const { fingerprint, path } = await takeFingerprint(locator, { frame, timeoutMs: TIMEOUT_MS })
  const own = await keepThose(first, (selector) => findsOnly(frame, selector, [item.number]))
  const isNeeded = (selector: Selector) => own.length === 0 || !isByPlace(selector)
  const known = (await findAlternatives(frame, { fingerprint, path }, TIMEOUT_MS)).filter(
    (selector) => isUsable(selector) && isNeeded(selector),
  )
  const found = [...own, ...known].filter((selector, index, all) => all.indexOf(selector) === index)

  const others = listTelling(
    Object.fromEntries(Object.entries(values).filter(([name]) => !used.includes(name))),
  )
  const lasting = found.filter((selector) => isLasting(selector, others))
  const written =
    used.length > 0
      ? lasting
          .map((selector) => templateSelector(selector, used, values))
          .filter((selector) => selector !== undefined)
      : lasting.map(escapeVariables)
  if (written.length === 0)
    throw new GenerationFailed(
      'element_ambiguous',
      `Nothing leads to ${describeItem(item)} and to nothing else.`,
    )
  return placeIn(frame, written.slice(0, MOST))
}

export function placeIn(frame: Frame, selectors: Selector[]): Place {
  return frame.parentFrame() ? { selectors, frame: toFrameIndexes(frame) } : { selectors }
}

/** Whether a selector finds exactly these elements of the last survey. */
export async function findsOnly(frame: Frame, selector: Selector, wanted: number[]): Promise<boolean> {
  if ([selector].flat().some((part) => part.length > MAX_SELECTOR_LENGTH)) return false
  return areOnly(() => toLocator(frame, selector), wanted)
}

/** The same for a locator. */
export async function areOnly(locate: () => Locator, wanted: number[]): Promise<boolean> {
  try {
    const matches = locate().filter({ visible: true })
    if ((await matches.count()) !== wanted.length) return false
    const found = await numbersOf(matches, wanted.length)
    return wanted.every((number, index) => found[index] === number)
  } catch {
    // The names of a page's elements need not make a valid selector.
    return false
  }
}

/** A path through the page contains no text; any other selector may contain a value of this generation only. */
function isLasting(selector: Selector, values: string[]): boolean {
  const written = [selector].flat().join(' ')
  return /^xpath\/\/\w/.test(written) || maskSecrets(written, values) === written
}

async function keepThose<Each>(all: Each[], isKept: (each: Each) => Promise<boolean>): Promise<Each[]> {
  const kept = await Promise.all(all.map(isKept))
  return all.filter((_, index) => kept[index])
}
