import { DomainError } from '@waypost/http'
import type { LimitName } from './limit-name.ts'

/** The amount that a limit is on, and what to do when it is reached. */
const words: Record<LimitName, { what: string; advice: string }> = {
  recipientsPerDay: { what: 'Daily recipient', advice: '' },
  storedBytes: { what: 'Storage', advice: 'delete aliases with their emails to free space' },
  webhooks: { what: 'Webhook', advice: 'delete one first' },
  addresses: { what: 'Alias', advice: 'delete one first' },
  forwardingAddresses: { what: 'Forwarding address', advice: 'delete one first' },
  domains: { what: 'Domain', advice: 'delete one first' },
  subdomains: { what: 'Subdomain', advice: 'release one first' },
  addressesByRulePerHour: { what: 'Hourly alias', advice: '' },
}

/** A limit, how much of it is used, and when it resets. */
export interface ReachedLimit {
  name: LimitName
  used: number
  limit: number
  resetsAt?: Date
  /** How many more there were to be, where not one. */
  wanted?: number
}

/** An account has reached a limit: of a rate (429, with the time to wait) or of an amount (403). */
export class LimitError extends DomainError {
  /** @param now in milliseconds; with it comes the time to wait until `resetsAt` */
  constructor({ name, used, limit, resetsAt, wanted = 1 }: ReachedLimit, now = 0) {
    const { what, advice } = words[name]
    const unit = name === 'storedBytes' ? ' bytes' : ''
    const end = resetsAt ? `It resets at ${resetsAt.toISOString()}.` : `It does not reset: ${advice}.`
    super(
      resetsAt ? 'rate_limited' : 'forbidden',
      `${what} limit reached: ${used} of ${limit}${unit} used${wanted > 1 ? `, ${wanted} more wanted` : ''}. ${end}`,
      { retryAfterSeconds: resetsAt && Math.ceil((resetsAt.getTime() - now) / 1000) },
    )
  }
}
