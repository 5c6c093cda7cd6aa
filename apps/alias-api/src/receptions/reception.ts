import { z } from 'zod'
import type { receptions } from '../db/mail-tables.ts'

/** What was said to a server that wanted to hand over mail for an alias. */
export const reception = z.object({
  id: z.uuid(),
  accepted: z.boolean(),
  /** As it was said, with its codes: `550 5.1.1 …`. */
  answer: z.string(),
  from: z.string(),
  clientIp: z.string(),
  clientName: z.string(),
  createdAt: z.iso.datetime(),
})

export type Reception = z.infer<typeof reception>
export type ReceptionRow = typeof receptions.$inferSelect

export function toReception({
  id,
  isAccepted,
  answer,
  mailFrom,
  createdAt,
  ...client
}: ReceptionRow): Reception {
  const { clientIp, clientName } = client
  return {
    id,
    accepted: isAccepted,
    answer,
    from: mailFrom,
    clientIp,
    clientName,
    createdAt: createdAt.toISOString(),
  }
}
