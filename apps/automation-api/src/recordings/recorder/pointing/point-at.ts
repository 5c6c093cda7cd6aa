import type { Frame, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { storableText } from '@waypost/postgres'
import { registerEngine } from '../../../runner/healing/register-engine.ts'
import type { Box } from '@waypost/live-view'
import { createPointer } from './create-pointer.ts'

const NAME = 'waypost_pointer'
const DEEPEST = 10
const TIMEOUT_MS = 5000

await registerEngine(NAME, createPointer)

const text = (length: number) =>
  z
    .string()
    .catch('')
    .transform((value) => storableText(value.slice(0, length)))
const oneLine = (length: number) => text(length).transform((label) => label.replaceAll(/\s+/g, ' ').trim())
const number = z.number().catch(0)
const flag = z.boolean().catch(false)

// A page controls these values, so their sizes are limited.
const described = z.object({
  id: number,
  kind: z.enum(['frame', 'select', 'check', 'file', 'range', 'field', 'press']).catch('press'),
  tag: text(40),
  role: text(40),
  caption: oneLine(100),
  label: oneLine(120),
  box: z.object({ x: number, y: number, width: number, height: number }),
  inside: z.object({ x: number, y: number }),
  isChecked: flag,
  isRadio: flag,
  isReadOnly: flag,
  isMultiline: flag,
  hasPopup: flag,
  isDraggable: flag,
  isSecret: flag,
  isMultiple: flag,
  value: text(100_000),
  options: z.array(z.object({ value: text(2000), label: text(2000), isChosen: flag })).catch([]),
})

export type Seen = z.infer<typeof described>

/** An element that a person points at or has focused, in its frame. */
export interface Pointed extends Seen {
  frame: Frame
  /** The element for as long as nothing else was pointed at. */
  locator: Locator
  /** Where it is on the picture. */
  onPicture: Box
}

/** What a press at this position of the picture acts on; `innermost`: what is there. */
export function pointAt(
  page: Page,
  { x, y }: { x: number; y: number },
  verb: 'at' | 'innermost' = 'at',
): Promise<Pointed | undefined> {
  return descend(page.mainFrame(), (offset) => `${verb}=${x - offset.x},${y - offset.y}`)
}

/** What has the focus. */
export const findFocus = (page: Page): Promise<Pointed | undefined> =>
  descend(page.mainFrame(), () => 'focus')

async function descend(
  main: Frame,
  query: (offset: { x: number; y: number }) => string,
): Promise<Pointed | undefined> {
  let frame = main
  let offset = { x: 0, y: 0 }
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const seen = await ask(frame.locator(`${NAME}=${query(offset)}`))
    if (!seen) return undefined
    const locator = frame.locator(`${NAME}=it`)
    const { x, y } = seen.box
    const onPicture = { ...seen.box, x: x + offset.x, y: y + offset.y }
    if (seen.kind !== 'frame') return { ...seen, frame, locator, onPicture }
    const handle = await locator.elementHandle({ timeout: TIMEOUT_MS })
    const inner = await handle?.contentFrame()
    await handle?.dispose()
    if (!inner) return undefined
    offset = { x: offset.x + seen.inside.x, y: offset.y + seen.inside.y }
    frame = inner
  }
  return undefined
}

async function ask(query: Locator): Promise<Seen | undefined> {
  const written = await query.textContent({ timeout: TIMEOUT_MS })
  const value: unknown = JSON.parse(written ?? 'null')
  return value === null ? undefined : described.parse(value)
}

/** Remembers the focused element as the one that is typed into, whatever is pointed at later. */
export async function rememberTyped({ frame }: Pointed): Promise<Locator> {
  await frame.locator(`${NAME}=type`).textContent({ timeout: TIMEOUT_MS })
  return frame.locator(`${NAME}=typed`)
}

/** How an element is now; undefined where it is gone. */
export const lookAgain = (locator: Locator): Promise<Seen | undefined> =>
  ask(locator.locator(`${NAME}=state`)).catch(() => undefined)

/** How high the page is, with what has to be scrolled to. */
export async function pageHeight(page: Page): Promise<number> {
  const height = await page.mainFrame().locator(`${NAME}=height`).textContent({ timeout: TIMEOUT_MS })
  return Number(height)
}
