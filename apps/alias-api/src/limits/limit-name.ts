import { z } from 'zod'

/** What an account has limits on. */
export const limitName = z.enum([
  'recipientsPerDay',
  'storedBytes',
  'webhooks',
  'addresses',
  'forwardingAddresses',
  'domains',
  'subdomains',
  'addressesByRulePerHour',
])

export type LimitName = z.infer<typeof limitName>

export type Limits = Record<LimitName, number>
