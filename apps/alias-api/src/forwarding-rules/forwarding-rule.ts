import { z } from 'zod'
import { suspension } from '../forwarding-addresses/suspension.ts'

const filter = z.string().max(255).nullable()

/** The forwarding rule of an alias; all fields are null for an alias without one. */
export const forwardingRule = z.object({
  id: z.uuid().nullable(),
  forwardToId: z.uuid().nullable(),
  forwardToEmail: z.string().nullable(),
  filterSender: z.string().nullable(),
  filterSubject: z.string().nullable(),
  isActive: z.boolean(),
  removesTrackers: z
    .literal(true)
    .optional()
    .meta({ description: 'Only where tracking pixels and parameters of links are taken out of forwards' }),
  forwardsUnverified: z.literal(false).optional().meta({
    description:
      'Only where mail that fails DMARC under `p=none` is withheld; otherwise it is forwarded, marked',
  }),
  /** Of the destination: the rule forwards nothing until somebody confirms the mailbox again. */
  suspension: suspension.optional(),
})

export const ruleChange = z.strictObject({
  forwardToId: z.uuid().nullable().optional(),
  filterSender: filter.optional(),
  filterSubject: filter.optional(),
  isActive: z.boolean().optional(),
  removesTrackers: z.boolean().optional().meta({
    description: 'Whether tracking pixels, and tracking parameters of links, are taken out of forwards',
  }),
  forwardsUnverified: z.boolean().optional().meta({
    description:
      'Whether mail that fails DMARC is forwarded, marked, where the domain of its author asks for reports alone (`p=none`), as it is by default; otherwise it is withheld',
  }),
})

export type ForwardingRule = z.infer<typeof forwardingRule>
