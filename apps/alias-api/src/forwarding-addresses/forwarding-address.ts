import { z } from 'zod'
import type { forwardingAddresses } from '../db/tables.ts'
import { mailAddress } from '../outbound/mail-address.ts'
import { suspension, toSuspension } from './suspension.ts'

const aliasLinksIn = z
  .enum(['header', 'footer'])
  .describe('Where those links are: in the header, or in a footer of the texts')

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
  aliasLinksIn: aliasLinksIn.optional(),
  pgpKey: z
    .object({
      fingerprint: z.string(),
      expiresAt: z.iso.datetime().nullable(),
      hidesSubject: z.boolean().meta({ description: 'Whether the subject is encrypted too' }),
    })
    .optional()
    .meta({ description: 'The key to which mail that is forwarded to it is encrypted' }),
})

/** The longest key that is read; what is stored of it is shorter. */
const longestKey = 65_536

export const createdForwardingAddress = forwardingAddress.omit({
  verifiedAt: true,
  suspension: true,
  hasAliasLinks: true,
  aliasLinksIn: true,
  pgpKey: true,
})

export const newForwardingAddress = z.strictObject({ email: mailAddress })

export const forwardingAddressChange = z
  .strictObject({
    hasAliasLinks: z.boolean().optional(),
    aliasLinksIn: aliasLinksIn.optional(),
    pgpKey: z.string().max(longestKey).nullable().optional().meta({
      description:
        'An OpenPGP public key in ASCII armor, to which forwards are encrypted; null: they are not',
    }),
    hidesSubject: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the subject of encrypted forwards is encrypted too' }),
  })
  .refine((change) => Object.keys(change).length > 0, {
    message: 'must change something',
    params: { rule: 'isNotEmpty' },
  })

export type ForwardingAddress = z.infer<typeof forwardingAddress>

export function toForwardingAddress(row: typeof forwardingAddresses.$inferSelect): ForwardingAddress {
  return {
    id: row.id,
    email: row.email,
    isVerified: row.verifiedAt !== null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    ...toSuspension(row),
    ...(row.hasAliasLinks && { hasAliasLinks: true, aliasLinksIn: row.aliasLinksIn }),
    ...(row.pgpFingerprint !== null && {
      pgpKey: {
        fingerprint: row.pgpFingerprint,
        expiresAt: row.pgpExpiresAt?.toISOString() ?? null,
        hidesSubject: row.hidesSubject,
      },
    }),
  }
}
