/** Where a service is, and what the suite can do to one that it started itself. */
export interface Service {
  baseUrl: string
  /** JWTs of two accounts. */
  tokens: { person: string; stranger: string }
  /** The operator's token, `ADMIN_TOKEN`; undefined at a BASE_URL without one. */
  adminToken: string | undefined
  /** Absent for a service at BASE_URL. */
  local?: {
    /** Runs a statement in the service's database. */
    execute(statement: string): Promise<void>
    /** Makes every waiting delivery due. */
    hasten(): Promise<void>
  }
  close(): Promise<void>
}

export type Process = 'runner' | 'dispatcher'
