import type { Locator, Page } from 'playwright-core'
import type { ExtractedData } from '@waypost/webhooks'
import { toLocator } from '../../../runner/elements/selectors.ts'
import { followPath } from '../../../runner/pages/find-frames.ts'
import type { Box } from '@waypost/live-view'
import { runActions } from '../../../runner/run-actions.ts'
import type { Selector } from '../../../automations/selector.ts'
import type { Offer } from './offer.ts'
import type { ReadingIdea } from './offer-readings.ts'

const TIMEOUT_MS = 3000
const MOST_BOXES = 40
const MOST_ROWS = 3
const MOST_TEXT = 80

/** Reads what an idea would read, so that its person sees it; undefined where nothing is read. */
export async function tryReading(
  page: Page,
  { action, name, label }: ReadingIdea,
  signal: AbortSignal,
): Promise<Offer | undefined> {
  const output = 'value'
  const { extractedData, error } = await runActions({
    page,
    actions: [{ ...action, name: 'Read', output }],
    signal,
    defaultTimeoutMs: TIMEOUT_MS,
  })
  const rows = toRows(extractedData[output])
  if (error !== null || rows.length === 0) return undefined
  const where = 'rows' in action ? action.rows : 'table' in action ? action.table : undefined
  const selectors = where ?? ('selectors' in action ? action.selectors : undefined)
  return {
    label: label(rows.length),
    called: name,
    action: { ...action, output: name },
    about: {},
    output: name,
    count: rows.length,
    sample: rows.slice(0, MOST_ROWS),
    boxes: selectors ? (await countMatches(page, selectors, action.frame)).boxes : [],
  }
}

function toRows(value: ExtractedData[string] | undefined): string[][] {
  if (value === undefined) return []
  return [value].flat().map((row) => {
    const cells = typeof row === 'object' && row !== null ? Object.values(row) : [row]
    return cells.map((cell) => writeCell(cell).slice(0, MOST_TEXT))
  })
}

const writeCell = (cell: unknown) =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell)

/** How many visible elements the first selector with any finds, and where they are. */
export async function countMatches(
  page: Page,
  selectors: Selector[],
  path: number[] = [],
): Promise<{ count: number; boxes: Box[] }> {
  const frame = followPath(page.mainFrame(), path)
  for (const selector of frame ? selectors : []) {
    const matches = toLocator(frame!, selector).filter({ visible: true })
    const count = await matches.count().catch(() => 0)
    if (count === 0) continue
    const found = Array.from({ length: Math.min(count, MOST_BOXES) }, (_, index) =>
      findBox(matches.nth(index)).catch(() => null),
    )
    return { count, boxes: (await Promise.all(found)).filter((box) => box !== null) }
  }
  return { count: 0, boxes: [] }
}

/** Where an element is now. One that has gone is not waited for, so this needs no time limit, which a busy browser could exceed. */
async function findBox(locator: Locator): Promise<Box | null> {
  const [element] = await locator.elementHandles()
  if (!element) return null
  try {
    return await element.boundingBox()
  } finally {
    await element.dispose()
  }
}
