import { setTimeout } from 'node:timers/promises'
import type { Frame, Locator } from 'playwright-core'
import { chooseOnly, describeAmbiguous, describeEquals, type Match } from './choose-only.ts'
import { findChildFrame, listInnerFrames } from '../pages/find-frames.ts'
import { hasNavigated } from '../pages/has-navigated.ts'
import { isByName, preferUsable } from './prefer-usable.ts'
import type { Selector } from '../../automations/selector.ts'
import { toLocator } from './selectors.ts'
import type { Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * Where to search: in one frame, by its path from the page; or, without one, in the page and then in every frame in
 * it.
 */
export type Where = {
  selectors: Selector[]
  frame?: number[] | undefined
  /** The type of the action, which decides which of several elements of one name it can be for. */
  type?: string
}

/** None of the selectors matched in time; another selector might find the element. */
export class ElementMissing extends Error {
  override name = 'ElementMissing'
}

type Chosen = Match | undefined
type Choose = (matches: Match[], alternatives: number, isLastLook: boolean) => Chosen | Promise<Chosen>

// Frames are searched when the page itself has had no match for this long: the element may be about to appear in the
// page, while an advertisement beside it already has one of the same name.
const PAGE_FIRST_MS = 500

/**
 * Waits for the step's one element. An alternative with a single visible match wins, where elements that the action
 * can be done to rank before elements that only have the name. An alternative with several matches is ambiguous and is
 * used only when no other can do better: all are ambiguous, or time is up. Then CSS and XPath mean their first match.
 * A name means none of several, unless learned elements decide. A strict step accepts no ambiguity.
 */
export async function findElement(step: Step, where: Where, { hidden = false } = {}): Promise<Locator> {
  const { selectors, type } = where
  let seen: Match[] = []
  let compared = 0
  const found = await find(step, where, hidden, async (matches, alternatives, isLastLook) => {
    seen = type === undefined ? matches : await preferUsable(matches, selectors, type)
    if (step.isStrict) return chooseOnly(seen)
    const best = chooseBest(seen, alternatives, isLastLook)
    if (!best || isUnique(best, seen) || type === undefined || !isByName(selectors[best.alternative]!))
      return best
    const equals = seen.filter(({ alternative }) => alternative === best.alternative)
    // Comparing them takes a while, and is repeated only when there are others.
    if (compared === equals.length && !isLastLook) return undefined
    compared = equals.length
    return step.choose?.(equals)
  })
  if (!found && seen.length > 0) {
    throw step.isStrict ? describeAmbiguous(seen, selectors) : await describeEquals(seen, selectors)
  }
  if (!found) throw await describeMissing(step, where)
  const element = found.locator.first()
  await step.inspect?.(element, found.frame)
  return element
}

/** Waits for any visible match and returns all those of the first alternative that has some. */
export async function findElements(step: Step, where: Where): Promise<Locator> {
  const found = await find(step, where, false, ([first]) => first)
  if (!found) throw await describeMissing(step, where)
  return found.locator
}

/** The visible matches, at this moment, of the first alternative that has some; undefined where none has. */
export async function lookForElements(step: Step, where: Where): Promise<Match | undefined> {
  const [frame, ...inner] = listFrames(step, where)
  const [match] = frame ? await count(frame, where.selectors, false) : []
  return match ?? (await countInEach(step, inner, where.selectors, false))[0]
}

async function find(step: Step, where: Where, hidden: boolean, choose: Choose): Promise<Chosen> {
  const alternatives = where.selectors.length
  const patientMs = Math.min(PAGE_FIRST_MS, step.timeoutMs / 2)
  const startedAt = performance.now()
  return waitUntil(step, async (isLastLook) => {
    const [frame, ...inner] = listFrames(step, where)
    if (!frame) return undefined
    const matches = await count(frame, where.selectors, hidden)
    const isPagesTurn = performance.now() - startedAt < patientMs && !isLastLook
    if (matches.length > 0 || inner.length === 0 || isPagesTurn)
      return choose(matches, alternatives, isLastLook)
    const matchesInside = await countInEach(step, inner, where.selectors, hidden)
    return choose(matchesInside, alternatives, isLastLook)
  })
}

function chooseBest(matches: Match[], alternatives: number, isLastLook: boolean): Chosen {
  const isSettled = isLastLook || new Set(matches.map(({ alternative }) => alternative)).size === alternatives
  return matches.find((match) => isUnique(match, matches)) ?? (isSettled ? matches[0] : undefined)
}

// The page's own document or the named frame; then, where none is named, all frames within.
function listFrames(step: Step, { frame: path }: Where): Frame[] {
  const root = step.frame ?? step.page.mainFrame()
  if (!path) return [root, ...listInnerFrames(root)]
  const frame = findChildFrame(root, path)
  return frame ? [frame] : []
}

async function count(frame: Frame, selectors: Selector[], hidden: boolean): Promise<Match[]> {
  const matches = await Promise.all(
    selectors.map(async (selector, alternative) => {
      const every = toLocator(frame, selector)
      const locator = hidden ? every : every.filter({ visible: true })
      const found = await locator.count().catch((error: unknown) => {
        if (hasNavigated(error)) return 0
        throw error
      })
      return { alternative, frame, locator, count: found }
    }),
  )
  return matches.filter((match) => match.count > 0)
}

// A frame can stop responding at any moment, as one does that never loads, and then counts as empty: first it gets the time of one
// that is busy, since it may have what makes the element in another frame ambiguous; one that was silent before gets little.
const BUSY_MS = 2000
const SILENT_AFTER_MS = 250
const silent = new WeakSet<Frame>()

// In two halves: if this process was blocked during the first half, responses that arrived meanwhile are read in the second.
async function fallSilent(afterMs: number): Promise<void> {
  await setTimeout(afterMs / 2, undefined, { ref: false })
  await setTimeout(afterMs / 2, undefined, { ref: false })
}

async function countInEach(
  step: Step,
  frames: Frame[],
  selectors: Selector[],
  hidden: boolean,
): Promise<Match[]> {
  const { silentAfterMs = Math.max(SILENT_AFTER_MS, Math.min(BUSY_MS, step.remainingMs() / 2)) } = step
  const counted = await Promise.all(
    frames.map(async (frame) => {
      const afterMs = silent.has(frame) ? SILENT_AFTER_MS : silentAfterMs
      const found = count(frame, selectors, hidden)
        // A frame that disappears meanwhile is empty.
        .catch(() => [])
        .finally(() => silent.delete(frame))
      const answer = await Promise.race([found, fallSilent(afterMs)])
      if (!answer) silent.add(frame)
      return answer ?? []
    }),
  )
  return counted.flat().toSorted((one, other) => one.alternative - other.alternative)
}

// The same selector may have matches in several frames.
function isUnique({ alternative, count: found }: Match, matches: Match[]): boolean {
  return found === 1 && matches.filter((match) => match.alternative === alternative).length === 1
}

/** Explains to the author of the step why nothing was found. */
export async function describeMissing(step: Step, where: Where): Promise<ElementMissing> {
  const frames = listFrames(step, where)
  if (where.frame && frames.length === 0)
    return new ElementMissing(`the page has no frame ${where.frame.join(', ')} within ${step.timeoutMs} ms`)
  const isThere = (await countInEach(step, frames, where.selectors, true)).length > 0
  const { length } = where.selectors
  const selector = length === 1 ? 'the selector' : `any of ${length} selectors`
  return new ElementMissing(
    `no ${isThere ? 'visible element' : 'element'} matches ${selector} within ${step.timeoutMs} ms`,
  )
}
