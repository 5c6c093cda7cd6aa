import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { heals } from '../db/heal-tables.ts'
import { toFingerprint } from '../runner/healing/fingerprint.ts'
import { nameOf } from '../runner/healing/identity/names.ts'

export const healPictures = z.object({
  before: z.boolean().describe('Whether there is a picture of the lost element'),
  now: z.boolean().describe('Whether there is one of the found element'),
})

/** A step whose element a run has found again, or under another name, and what a person says about it. */
export const heal = z.object({
  id: z.uuid(),
  executionId: z.uuid().describe('The latest execution that found it'),
  actionName: z.string(),
  lostName: z.string().describe('What the lost element was called; empty where it had no name'),
  foundName: z.string().describe('What the found element is called; empty where it has no name'),
  message: z.string().describe('Why it was taken for the same element'),
  evidence: z.array(z.string()).describe('What it has in common with the lost element, in words'),
  oldSelectors: z.array(z.union([z.string(), z.array(z.string())])),
  newSelectors: z
    .array(z.union([z.string(), z.array(z.string())]))
    .describe('The same as `oldSelectors` where these find the element, and only its name is another one'),
  pictures: healPictures,
  decision: z
    .enum(['accepted', 'refused'])
    .nullable()
    .describe('`refused`: no later run takes this element for the one of the step'),
  decidedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

export type Heal = z.infer<typeof heal>

/** One that nobody has accepted or refused, of any automation. */
export const undecidedHeal = heal.extend({ automationId: z.uuid(), automationName: z.string() })

export type UndecidedHeal = z.infer<typeof undecidedHeal>
export type HealRow = Omit<typeof heals.$inferSelect, 'beforeImage' | 'nowImage'> & {
  hasBefore: boolean
  hasNow: boolean
}

/** Whether the step's own selectors find the element, under another name. */
export const isRename = ({ oldSelectors, newSelectors }: HealRow) =>
  isDeepStrictEqual(oldSelectors, newSelectors)

export const toHeal = (row: HealRow): Heal => ({
  id: row.id,
  executionId: row.executionId,
  actionName: row.actionName,
  lostName: nameOf(toFingerprint(row.lost.fingerprint)),
  foundName: row.foundName,
  message: row.message,
  evidence: row.evidence,
  oldSelectors: row.oldSelectors,
  newSelectors: row.newSelectors,
  pictures: { before: row.hasBefore, now: row.hasNow },
  decision: row.decision,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
