import { z } from 'zod'
import { minTtlSeconds } from '../accounts/plans.ts'
import type { addresses } from '../db/tables.ts'

const isoTime = z.iso.datetime()
const label = z.string().max(100)
// The maximum depends on the plan; see choose-ttl.ts.
const expiresIn = z.number().min(minTtlSeconds)

/** An alias as its owner sees it. */
export const address = z.object({
  id: z.uuid(),
  address: z.string(),
  alias: z.string().nullable(),
  /** False while the address is paused, and once it has expired. */
  isActive: z.boolean(),
  createdAt: isoTime,
  expiresAt: isoTime,
})

export const createdAddress = address.extend({
  forwarding: z
    .object({ forwardToId: z.uuid(), forwardToEmail: z.string(), isActive: z.boolean() })
    .nullable(),
})

export const newAddress = z.strictObject({
  alias: label.optional(),
  domain: z.string().min(1).max(255).optional(),
  platformDomainId: z.uuid().optional(),
  expiresIn: expiresIn.optional(),
  forwardToId: z.uuid().optional(),
})

export const addressChange = z.strictObject({
  alias: label.nullable().optional(),
  isActive: z.boolean().optional(),
  expiresIn: expiresIn.optional(),
})

export const addressStatus = z.enum(['active', 'expired'])

export type Address = z.infer<typeof address>

export function toAddress(row: typeof addresses.$inferSelect, now: number): Address {
  return {
    id: row.id,
    address: row.address,
    alias: row.label,
    isActive: row.isActive && row.expiresAt.getTime() > now,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
