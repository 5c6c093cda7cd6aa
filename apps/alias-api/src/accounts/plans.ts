import { z } from 'zod'

export const plan = z.enum(['free', 'pro', 'business'])

export type Plan = z.infer<typeof plan>

export interface PlanLimits {
  /** Of an address, by default and at most. */
  maxTtlSeconds: number
  /** Whether API keys work, and can be made. */
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
