import { z } from 'zod'
import type { accounts } from '../db/tables.ts'
import { whyNoSending } from '../sending/refuse-sending.ts'
import { usage, type Usage } from '../limits/list-usage.ts'
import { minTtlSeconds, plan, planLimits } from './plans.ts'

/** An account as its owner sees it. */
export const account = z.object({
  id: z.string(),
  email: z.string().nullable(),
  plan,
  limits: z.object({
    /** The limit of all API keys together; null where the plan has no API. */
    requestsPerMinute: z.number().int().nullable(),
    minTtlSeconds: z.number().int(),
    defaultTtlSeconds: z.number().int(),
    maxTtlSeconds: z.number().int(),
    customDomains: z.boolean(),
  }),
  usage,
  /** Whether the account's aliases may send mail, and why not. */
  sending: z.object({ isAllowed: z.boolean(), reason: z.string().nullable() }),
})

export const planChange = z.strictObject({ plan })

export type Account = z.infer<typeof account>

export function toAccount(
  row: typeof accounts.$inferSelect,
  requestsPerMinute: number,
  used: Usage,
): Account {
  const { maxTtlSeconds, hasApi, hasCustomDomains } = planLimits[row.plan]
  const reason = whyNoSending(row)
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    limits: {
      requestsPerMinute: hasApi ? requestsPerMinute : null,
      minTtlSeconds,
      defaultTtlSeconds: maxTtlSeconds,
      maxTtlSeconds,
      customDomains: hasCustomDomains,
    },
    usage: used,
    sending: { isAllowed: reason === undefined, reason: reason ?? null },
  }
}
