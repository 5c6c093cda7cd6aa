import type { Frame, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { registerEngine } from '../../../runner/healing/register-engine.ts'
import { storableText } from '@waypost/postgres'
import { GenerationFailed } from '../session/failure.ts'
import { createSurvey } from './in-page/create-survey.ts'

const NAME = 'waypost_survey'
const ITEM_LIMIT = 2000
const TIMEOUT_MS = 10_000

await registerEngine(NAME, createSurvey)

const text = (length: number) =>
  z
    .string()
    .catch('')
    .transform((value) => storableText(value.slice(0, length)))
const texts = (count: number, length: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => values.slice(0, count).map((value) => text(length).parse(value)))
const flag = z.boolean().catch(false)

// A page controls these values, so their sizes are limited.
const described = z.object({
  tag: text(40),
  role: text(40),
  type: text(40),
  /** The accessible name. */
  name: text(120),
  label: text(100),
  /** Its label, without other content of the label. */
  caption: text(100),
  placeholder: text(100),
  alt: text(80),
  title: text(100),
  text: text(200),
  /** The neighbouring texts, nearest first. */
  before: texts(4, 60),
  after: texts(4, 60),
  /** Its names in the markup, and those of its ancestors, nearest first. */
  tokens: texts(40, 60),
  around: texts(80, 60),
  testIds: texts(3, 100),
  id: text(80),
  classes: texts(8, 60),
  /** The headers of its column and row. */
  column: text(100),
  row: text(100),
  /** The term of its entry in a definition list. */
  term: text(100),
  /** The URL of a link. */
  address: text(4096),
  options: texts(200, 200),
  isInteractive: flag,
  isEditable: flag,
  isSubmit: flag,
  isDisabled: flag,
  hasOwnText: flag,
  isChecked: z.boolean().nullable().catch(null),
  /** The form that it belongs to, as an XPath, and whether submitting the form only requests a page. */
  form: text(4096),
  isGet: flag,
  xpath: text(4096),
})

export type Item = z.infer<typeof described> & {
  /** The text before a field that has no other field after it. */
  lead: string
  number: number
  frame: Frame
  locator: Locator
}

/**
 * Every visible element in all frames of the page that a person could mean, in the order of the page. A frame that
 * disappears meanwhile has no elements, nor has one within the page that does not answer.
 *
 * @throws GenerationFailed where the page itself does not answer: what it shows is not known then
 */
export async function surveyPage(page: Page): Promise<Item[]> {
  const main = page.mainFrame()
  const perFrame = await Promise.all(
    page.frames().map((frame) =>
      surveyFrame(frame).catch(() => {
        if (frame !== main || page.isClosed()) return []
        throw new GenerationFailed(
          'page_unreachable',
          `The page crashed, or did not answer within ${TIMEOUT_MS / 1000} s.`,
        )
      }),
    ),
  )
  return perFrame.flat().slice(0, ITEM_LIMIT)
}

async function surveyFrame(frame: Frame): Promise<Item[]> {
  const json = await frame.locator(`${NAME}=list=${ITEM_LIMIT}`).textContent({ timeout: TIMEOUT_MS })
  const list: unknown = JSON.parse(json ?? '[]')
  if (!Array.isArray(list)) return []
  let leads = ''
  return list.slice(0, ITEM_LIMIT).map((each: unknown, number) => {
    const item = described.parse(typeof each === 'object' && each !== null ? each : {})
    const isField = item.isEditable || item.tag === 'select'
    const isFirst = isField && item.before.join('\n') !== leads
    if (isField) leads = item.before.join('\n')
    const lead = isFirst ? (item.before[0] ?? '') : ''
    return { ...item, lead, number, frame, locator: frame.locator(`${NAME}=item=${number}`) }
  })
}

/** The numbers of a locator's elements in the last survey; -1 for elements that it did not include. */
export async function numbersOf(matches: Locator, count: number): Promise<number[]> {
  // One by one: Playwright reads the texts of many elements in the page's own world, which has no survey.
  const numbers = Array.from({ length: count }, (_, index) =>
    matches.nth(index).locator(`${NAME}=number`).textContent({ timeout: TIMEOUT_MS }),
  )
  return (await Promise.all(numbers)).map(Number)
}
