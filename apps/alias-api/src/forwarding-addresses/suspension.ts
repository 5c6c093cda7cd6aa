import { z } from 'zod'
import type { forwardingAddresses } from '../db/tables.ts'

/** Since when, and why, no mail is forwarded to a mailbox that had been confirmed. */
export const suspension = z.object({ at: z.iso.datetime(), reason: z.string() })

type Columns = Pick<typeof forwardingAddresses.$inferSelect, 'suspendedAt' | 'suspendedReason'>

/** The property that a suspended mailbox and its rules have, and others do not. */
export const toSuspension = ({
  suspendedAt,
  suspendedReason,
}: Columns): { suspension?: z.infer<typeof suspension> } =>
  suspendedAt ? { suspension: { at: suspendedAt.toISOString(), reason: suspendedReason ?? '' } } : {}
