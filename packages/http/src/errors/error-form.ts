import type { z } from 'zod'
import type { InputIssue } from './validation-error.ts'

/** How a service words its errors: the one place where its contract's error form is made. */
export interface ErrorForm {
  error(status: number, message: string): unknown
  validation(issues: InputIssue[]): unknown
  /** What the two of them answer. */
  schemas: { error: z.ZodType; validation: z.ZodType }
  /**
   * The statuses of failures that the contract knows; absent: any. What would be another one of the caller's is then a
   * 400, and one of the service's a 500.
   */
  statuses?: readonly number[]
}
