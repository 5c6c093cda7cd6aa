import { z } from 'zod'
import { plan } from '../accounts/plans.ts'

/** A domain that the operator offers, and the plans that may have addresses on it. */
export const platformDomain = z.object({
  id: z.uuid(),
  domain: z.string(),
  plans: z.array(plan),
  hasSubdomains: z.literal(true).optional().describe('Accounts of these plans can claim a name below it'),
})

export type PlatformDomain = z.infer<typeof platformDomain>
