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
  /** Of the destination: the rule forwards nothing until somebody confirms the mailbox again. */
  suspension: suspension.optional(),
})

export const ruleChange = z.strictObject({
  forwardToId: z.uuid().nullable().optional(),
  filterSender: filter.optional(),
  filterSubject: filter.optional(),
  isActive: z.boolean().optional(),
})

export type ForwardingRule = z.infer<typeof forwardingRule>
