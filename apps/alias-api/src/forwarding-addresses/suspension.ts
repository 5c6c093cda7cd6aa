import { z } from 'zod'

/** Since when, and why, no mail is forwarded to a mailbox that had been confirmed. */
export const suspension = z.object({ at: z.iso.datetime(), reason: z.string() })

interface Columns {
  suspendedAt: Date | null
  suspendedReason: string | null
}

/** The property that a suspended mailbox and its rules have, and others do not. */
export const toSuspension = ({
  suspendedAt,
  suspendedReason,
}: Columns): { suspension?: z.infer<typeof suspension> } =>
  suspendedAt ? { suspension: { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' } } : {}
