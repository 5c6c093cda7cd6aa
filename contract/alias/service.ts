import type { DnsServer } from '@waypost/testing'

/** Where a service is, and what the suite can do to one that it started itself. */
export interface Service {
  baseUrl: string
  /** Where it accepts mail, if `alias-mail` runs. */
  smtpUrl: string
  /** JWTs of two people, both on the Business plan. */
  tokens: { person: string; stranger: string }
  /** The operator's token, `ADMIN_TOKEN`. */
  adminToken: string
  /** Absent for a service at BASE_URL. */
  local?: {
    /** Runs a statement in the service's database. */
    execute(statement: string): Promise<void>
    /** Makes every waiting delivery due. */
    hasten(): Promise<void>
    /** Sets the records of a name in the service's DNS. */
    setDns: DnsServer['set']
  }
  close(): Promise<void>
}

export type Process = 'dispatcher' | 'alias-mail'

/** Requests a minute. */
export interface RequestLimits {
  perAccount: number
  perPerson: number
  perClient: number
}
