import type { z } from 'zod'
import type { InputIssue } from './validation-error.ts'

/** Formats a service's errors in the form of its contract. */
export interface ErrorForm {
  error(status: number, message: string): unknown
  validation(issues: InputIssue[]): unknown
  /** The schemas of both error bodies. */
  schemas: { error: z.ZodType; validation: z.ZodType }
  /**
   * The error statuses of the contract; absent: any. Another client error becomes a 400, another server error a 500.
   */
  statuses?: readonly number[]
}
