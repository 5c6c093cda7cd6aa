import { z } from 'zod'

export const plan = z.enum(['free', 'pro', 'business'])

export type Plan = z.infer<typeof plan>

export interface PlanLimits {
  /** An address's time to live: the default, and the maximum. */
  maxTtlSeconds: number
  /** Whether the account can create and use API keys. */
  hasApi: boolean
  hasCustomDomains: boolean
}

const daySeconds = 24 * 3600

export const planLimits: Record<Plan, PlanLimits> = {
  free: { maxTtlSeconds: daySeconds, hasApi: false, hasCustomDomains: false },
  pro: { maxTtlSeconds: 7 * daySeconds, hasApi: false, hasCustomDomains: false },
  business: { maxTtlSeconds: 30 * daySeconds, hasApi: true, hasCustomDomains: true },
}

export const minTtlSeconds = 60
