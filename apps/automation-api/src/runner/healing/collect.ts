import type { Frame, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { type Fingerprint, toFingerprint, toPageTemplate } from './fingerprint.ts'
import { engineSelector } from './page-engine.ts'
import type { Survey, Wanted } from './in-page/survey-page.ts'
import type { Around } from './lookalikes.ts'
import type { Traits } from './may-heal-onto.ts'
import type { Purpose } from './purpose.ts'

const CANDIDATE_LIMIT = 1000
/** On each side, the nearest ones. */
const AROUND_LIMIT = 150
/** The number of names of surrounding elements that are stored, at seven bytes each. */
export const OTHERS_LIMIT = 400

export interface Candidate {
  fingerprint: Fingerprint
  /** CSS selectors that lead to it, one per shadow root on the way. */
  path: string[]
  isEditable: boolean
  isSubmit: boolean
  /** A hash of what distinguishes it from others of its name; empty where nothing does, or there are none. */
  row: string
  locator: Locator
  frame: Frame
}

/** An element and its surroundings. */
export type Surveyed = Omit<Candidate, 'locator' | 'frame'> & Survey

const hash = z.string().max(4)

const traits = z.object({
  path: z.array(z.string().max(2000)).min(1).max(20).catch([]),
  isEditable: z.boolean().catch(false),
  isSubmit: z.boolean().catch(false),
  row: hash.catch(''),
})

const count = z.int().min(0).catch(0)
const survey = z.object({
  others: z
    .array(hash)
    .catch([])
    .transform((others) => others.slice(0, OTHERS_LIMIT)),
  elsewhere: z.object({ exact: count, bare: count }).catch({ exact: 0, bare: 0 }),
  called: count,
})

/** The stored description of one element; later `isSame` queries compare with this element. */
export async function takeFingerprint(
  locator: Locator,
  { frame = locator.page().mainFrame(), timeoutMs = 2000 }: { frame?: Frame; timeoutMs?: number } = {},
): Promise<Omit<Candidate, 'locator' | 'frame'>> {
  const text = await locator.first().locator(engineSelector('describe')).textContent({ timeout: timeoutMs })
  return readOne(JSON.parse(text ?? 'null'), frame)
}

/** The same with its surroundings, in one query. */
export async function surveyElement(
  locator: Locator,
  wanted: Wanted,
  { frame, timeoutMs }: { frame: Frame; timeoutMs: number },
): Promise<Surveyed> {
  const query = engineSelector(`describe=${[wanted.exact, wanted.bare, ...wanted.called].join(',')}`)
  const text = await locator.first().locator(query).textContent({ timeout: timeoutMs })
  const described: unknown = JSON.parse(text ?? 'null')
  return { ...readOne(described, frame), ...survey.parse(described) }
}

/** What is around the element that was last described in this frame, and an action of this purpose could mean too. */
export async function surveyAround(frame: Frame, purpose: Purpose, timeoutMs: number): Promise<Around> {
  const text = await frame
    .locator(engineSelector(`around=${purpose},${AROUND_LIMIT}`))
    .textContent({ timeout: timeoutMs })
    .catch(() => null)
  const read = (side: unknown): Traits[] =>
    Array.isArray(side) ? side.slice(0, AROUND_LIMIT).map((each) => readOne(each, frame)) : []
  const { before, after } = JSON.parse(text ?? '{}') as { before?: unknown; after?: unknown }
  return { before: read(before), after: read(after) }
}

/** Every element in all frames that an action of this purpose could mean, in document order. */
export async function collectCandidates(page: Page, purpose: Purpose): Promise<Candidate[]> {
  const perFrame = await Promise.all(
    // A frame that disappears meanwhile has no candidates.
    page.frames().map((frame) => collectInFrame(frame, purpose).catch(() => [])),
  )
  return perFrame.flat().slice(0, CANDIDATE_LIMIT)
}

async function collectInFrame(frame: Frame, purpose: Purpose): Promise<Candidate[]> {
  const text = await frame
    .locator(engineSelector(`candidates=${purpose},${CANDIDATE_LIMIT}`))
    .textContent({ timeout: 5000 })
  const described: unknown = JSON.parse(text ?? '[]')
  if (!Array.isArray(described)) return []
  return described.slice(0, CANDIDATE_LIMIT).map((each: unknown, index) => ({
    ...readOne(each, frame),
    frame,
    locator: frame.locator(engineSelector(`candidate=${index}`)),
  }))
}

function readOne(described: unknown, frame: Frame): Omit<Candidate, 'locator' | 'frame'> {
  const whole = typeof described === 'object' && described !== null ? described : {}
  const framePath = toFramePath(frame)
  const pageTemplate = toPageTemplate(frame.page().url())
  return { ...traits.parse(whole), fingerprint: toFingerprint({ ...whole, framePath, pageTemplate }) }
}

/** From the outermost: a frame's name or, without one, its URL's path. */
function toFramePath(frame: Frame): string[] {
  const parent = frame.parentFrame()
  return parent ? [...toFramePath(parent), frame.name() || toPageTemplate(frame.url())] : []
}
