import type { DnsServer } from '@waypost/testing'

/** Where a service is, and what only whoever runs it can do. */
export interface Service {
  baseUrl: string
  /** Where it takes mail, with `alias-mail` beside it. */
  smtpUrl: string
  /** JWTs of two people, both on the Business plan. */
  tokens: { person: string; stranger: string }
  /** What an operator proves to be one with. */
  adminToken: string
  /** Of a service that the suite has started itself. */
  local?: {
    /** Does what an operator could do to the database. */
    execute(statement: string): Promise<void>
    /** Makes deliveries that wait for their next attempt due now. */
    hasten(): Promise<void>
    /** Sets what a name has in the DNS that it asks. */
    setDns: DnsServer['set']
  }
  close(): Promise<void>
}

export type Process = 'dispatcher' | 'alias-mail'

/** Requests in a minute, of a service that the suite starts itself. */
export interface RequestLimits {
  perAccount: number
  perPerson: number
  perClient: number
}
