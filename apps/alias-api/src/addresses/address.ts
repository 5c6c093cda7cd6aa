import { z } from 'zod'
import { minTtlSeconds } from '../accounts/plans.ts'
import { nameOf } from '../alias-names/released-name.ts'
import { returnPathName } from '../bounces/return-path.ts'
import { isReverseName } from '../contacts/reverse-address.ts'
import type { addresses } from '../db/tables.ts'
import { addressActivity } from './address-activity.ts'

const isoTime = z.iso.datetime()
const label = z.string().max(100)
// The maximum depends on the plan; see choose-ttl.ts.
const expiresIn = z.number().min(minTtlSeconds)
const notifyBefore = z
  .number()
  .int()
  .min(minTtlSeconds)
  .max(30 * 24 * 3600)

// No plus, which begins what a sender may add. Mail servers tell no letters apart by their case.
export const localPart = z
  .string()
  .max(64)
  .regex(/^[\w-]+(?:\.[\w-]+)*$/)
  .toLowerCase()
  .refine((name) => name !== returnPathName, 'localPart must not be that of return paths')
  .refine((name) => !isReverseName(name), 'localPart must not be that of reverse addresses')

/** An alias as its owner sees it. */
export const address = z.object({
  id: z.uuid(),
  address: z.string(),
  alias: z.string().nullable(),
  /** False while the address is paused or stopped, and once it has expired. */
  isActive: z.boolean(),
  createdAt: isoTime,
  expiresAt: isoTime,
  // The contract's fields, and these where they are set.
  autoRenew: z.boolean().optional(),
  notifyBefore: z.number().int().optional().describe('In seconds'),
  ruleId: z.uuid().optional().describe('The rule of the domain that made it'),
  isStopped: z
    .boolean()
    .optional()
    .describe('Its domain is not a verified one of its account: it receives and sends nothing'),
  activity: addressActivity.optional().describe('In a list, where `include=activity` asks for it'),
})

export const createdAddress = address.omit({ activity: true }).extend({
  forwarding: z
    .object({ forwardToId: z.uuid(), forwardToEmail: z.string(), isActive: z.boolean() })
    .nullable(),
})

export const newAddress = z.strictObject({
  alias: label.optional(),
  domain: z.string().min(1).max(255).optional(),
  platformDomainId: z.uuid().optional(),
  localPart: localPart
    .optional()
    .describe('What stands before the @, on a domain of your own; random without it'),
  expiresIn: expiresIn.optional(),
  autoRenew: z.boolean().optional().describe('Extends the alias before it expires, for as long as at first'),
  notifyBefore: notifyBefore
    .nullable()
    .optional()
    .describe('Seconds before its expiry at which `address.expiring` is published'),
  forwardToId: z.uuid().optional(),
})

export const addressChange = z.strictObject({
  alias: label.nullable().optional(),
  isActive: z.boolean().optional(),
  expiresIn: expiresIn.optional(),
  autoRenew: z.boolean().optional(),
  notifyBefore: notifyBefore.nullable().optional(),
})

export const addressStatus = z.enum(['active', 'expired'])

export type Address = z.infer<typeof address>

type Row = typeof addresses.$inferSelect & { isStopped: boolean }

export function toAddress(row: Row, now: number): Address {
  return {
    id: row.id,
    address: nameOf(row.address),
    alias: row.label,
    isActive: row.isActive && !row.isStopped && row.expiresAt.getTime() > now,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ...(row.renewSeconds !== null && { autoRenew: true }),
    ...(row.noticeSeconds !== null && { notifyBefore: row.noticeSeconds }),
    ...(row.ruleId !== null && { ruleId: row.ruleId }),
    ...(row.isStopped && { isStopped: true }),
  }
}
