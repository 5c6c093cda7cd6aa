import { z } from 'zod'
import type { emailForwards, emails } from '../db/mail-tables.ts'
import { removed } from '../rewriting/removed.ts'

const forwarded = z.object({
  status: z.enum(['withheld', 'queued', 'sent', 'bounced', 'failed']),
  to: z.string(),
  reason: z.string().nullable(),
  removed: removed.optional().meta({
    description: 'What was taken out of the forward, where the rule of its alias has `removesTrackers`',
  }),
})

/** What became of a received email that was to be forwarded. */
export const forwarding = forwarded.extend({
  destinations: z.array(forwarded).optional().meta({
    description:
      'Only of an email that goes to several mailboxes: what became of each forward. The fields beside it are those of one that waits, or else of the worst',
  }),
})

/** The forward to one of several mailboxes. */
export type ForwardRow = Pick<typeof emailForwards.$inferSelect, 'address' | 'status' | 'reason' | 'removed'>

type EmailRow = Pick<
  typeof emails.$inferSelect,
  'forwardStatus' | 'forwardTo' | 'forwardReason' | 'forwardRemoved'
>

/** @returns nothing where it was not decided yet whether to forward the email */
export function toForwarding(
  { forwardStatus, forwardTo, forwardReason, forwardRemoved }: EmailRow,
  forwards: ForwardRow[],
): { forwarding?: z.infer<typeof forwarding> } {
  if (forwardStatus === null) return {}
  return {
    forwarding: {
      status: forwardStatus,
      to: forwardTo ?? '',
      reason: forwardReason,
      ...(forwardRemoved && { removed: forwardRemoved }),
      ...(forwards.length > 0 && { destinations: forwards.map(toForwarded) }),
    },
  }
}

const toForwarded = ({ address, status, reason, removed: taken }: ForwardRow): z.infer<typeof forwarded> => ({
  status: status ?? 'queued',
  to: address,
  reason,
  ...(taken && { removed: taken }),
})
