import { z } from 'zod'
import type { forwardingAddresses } from '../db/tables.ts'
import { mailAddress } from '../outbound/mail-address.ts'
import { suspension, toSuspension } from './suspension.ts'

/** A mailbox elsewhere that mail can be forwarded to once its reader has confirmed it. */
export const forwardingAddress = z.object({
  id: z.uuid(),
  email: z.string(),
  isVerified: z.boolean(),
  verifiedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  suspension: suspension.optional(),
  hasAliasLinks: z
    .boolean()
    .optional()
    .describe('Whether mail that is forwarded to it has links that disable and extend its alias'),
})

export const createdForwardingAddress = forwardingAddress.omit({
  verifiedAt: true,
  suspension: true,
  hasAliasLinks: true,
})

export const newForwardingAddress = z.strictObject({ email: mailAddress })

export const forwardingAddressChange = z.strictObject({ hasAliasLinks: z.boolean() })

export type ForwardingAddress = z.infer<typeof forwardingAddress>

export function toForwardingAddress(row: typeof forwardingAddresses.$inferSelect): ForwardingAddress {
  return {
    id: row.id,
    email: row.email,
    isVerified: row.verifiedAt !== null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    ...toSuspension(row),
    ...(row.hasAliasLinks && { hasAliasLinks: true }),
  }
}
