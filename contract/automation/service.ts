/** Where a service is, and what only whoever runs it can do. */
export interface Service {
  baseUrl: string
  /** JWTs of two people. */
  tokens: { person: string; stranger: string }
  /** The operator's token; undefined where whoever runs the suite does not have it. */
  adminToken: string | undefined
  /** Of a service that the suite has started itself. */
  local?: {
    /** Does what an operator could do to the database. */
    execute(statement: string): Promise<void>
    /** Makes deliveries that wait for their next attempt due now. */
    hasten(): Promise<void>
  }
  close(): Promise<void>
}

export type Process = 'runner' | 'dispatcher'
