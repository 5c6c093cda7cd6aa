import { z } from 'zod'
import type { sessions } from '../db/tables.ts'

const isoTime = z.iso.datetime()

export const session = z.object({
  id: z.uuid(),
  /** The automation whose run saved it; null where that automation was deleted. */
  automationId: z.uuid().nullable(),
  executionId: z.uuid(),
  site: z.string().nullable().describe('The host of the page that the browser showed when it was saved'),
  createdAt: isoTime,
  expiresAt: isoTime,
})

export type Session = z.infer<typeof session>

export function toSession(row: Omit<typeof sessions.$inferSelect, 'ownerId' | 'sealedState'>): Session {
  const { id, automationId, executionId, site, createdAt, expiresAt } = row
  return {
    id,
    automationId,
    executionId,
    site,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
