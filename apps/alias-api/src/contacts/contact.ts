import { z } from 'zod'
import type { contacts } from '../db/mail-tables.ts'
import { mailAddress } from '../outbound/mail-address.ts'

// It is written into a header field.
const name = z
  .string()
  .max(255)
  .regex(/^[^\p{Cc}]*$/u, 'must be one line')
  .nullable()

/** Somebody who has correspondence with an alias. */
export const contact = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  reverseAddress: z
    .string()
    .describe('What a verified mailbox of the owner sends here leaves from the alias, to the contact'),
  isBlocked: z.boolean().describe('Whether the alias refuses mail of the contact'),
  createdAt: z.iso.datetime(),
})

export const newContact = z.strictObject({ email: mailAddress, name: name.optional() })

export const contactChange = z.strictObject({ name: name.optional(), isBlocked: z.boolean().optional() })

export type Contact = z.infer<typeof contact>

export function toContact(row: typeof contacts.$inferSelect): Contact {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    reverseAddress: row.reverseAddress,
    isBlocked: row.blockedAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}
