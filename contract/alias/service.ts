/** Where a service is, and what only whoever runs it can do. */
export interface Service {
  baseUrl: string
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
  }
  close(): Promise<void>
}

export type Process = 'dispatcher'

/** Requests in a minute, of a service that the suite starts itself. */
export interface RequestLimits {
  perAccount: number
  perPerson: number
  perClient: number
}
