import { z } from 'zod'
import { newAddress } from '../addresses/address.ts'

export const newAddressImport = z.strictObject({
  csv: z
    .string()
    .min(1)
    // oxlint-disable-next-line no-control-regex -- Postgres has no text with NUL
    .regex(/^[^\u0000]*$/, 'csv must be text')
    .describe(
      'The content of the file, with a header: an export of SimpleLogin or addy.io, or one of your own',
    ),
  forwardToId: newAddress.shape.forwardToId.describe(
    'The forwarding address of rows that name no verified one of yours',
  ),
  expiresIn: newAddress.shape.expiresIn,
  autoRenew: z.boolean().default(true).describe('Extends the aliases before they expire; false: they expire'),
})

const importedRow = z.object({
  line: z.number().int().describe('Where the row begins in the file'),
  address: z.string(),
  status: z.enum(['created', 'exists', 'refused']),
  addressId: z.uuid().nullable().describe('Null where the row was refused'),
  forwardToEmail: z
    .string()
    .nullable()
    .describe('Where the forwarding rule of a new alias forwards its mail'),
  forwardToEmails: z
    .array(z.string())
    .describe(
      'All mailboxes that a new alias forwards to: that of its forwarding rule, then those of its rules',
    ),
  leftOut: z
    .array(z.object({ email: z.string(), reason: z.string() }))
    .describe('Mailboxes of the row that a new alias does not forward to, 20 at most'),
  reason: z.string().nullable().describe('Why the row was refused'),
})

/** What became of the rows of a file. */
export const addressImport = z.object({
  created: z.number().int(),
  exists: z.number().int(),
  refused: z.number().int(),
  rows: z.array(importedRow),
})

export type NewAddressImport = z.infer<typeof newAddressImport>
export type AddressImport = z.infer<typeof addressImport>
export type ImportedRow = z.infer<typeof importedRow>
