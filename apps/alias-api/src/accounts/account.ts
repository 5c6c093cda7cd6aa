import { z } from 'zod'
import { usage, type Usage } from '../limits/list-usage.ts'
import { minTtlSeconds, plan, planLimits, type Plan } from './plans.ts'

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
})

export const planChange = z.strictObject({ plan })

export type Account = z.infer<typeof account>

export function toAccount(
  row: { id: string; email: string | null; plan: Plan },
  requestsPerMinute: number,
  used: Usage,
): Account {
  const { maxTtlSeconds, hasApi, hasCustomDomains } = planLimits[row.plan]
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
  }
}
