import { ValidationError } from '@waypost/http'
import { planLimits } from '../accounts/plans.ts'
import type { Actor } from '../services.ts'

/** An address's time to live: the requested one, if the plan allows it, or the plan's default. */
export function chooseTtlMs({ plan }: Pick<Actor, 'plan'>, expiresIn: number | undefined): number {
  const { maxTtlSeconds } = planLimits[plan]
  const seconds = expiresIn ?? maxTtlSeconds
  if (seconds <= maxTtlSeconds) return Math.round(seconds * 1000)
  throw new ValidationError([
    {
      property: 'expiresIn',
      rule: 'max',
      message: `expiresIn must not be greater than ${maxTtlSeconds}`,
      receivedValue: seconds,
    },
  ])
}
