import { z } from 'zod'

const dayMs = 86_400_000

/**
 * A `RETENTION_…_DAYS` variable, in milliseconds. Absent: rows are kept for good.
 *
 * @param atLeast the promised days, which no operator can reduce
 */
export const retentionDays = (atLeast: number) =>
  z.coerce
    .number()
    .min(atLeast)
    .max(36_500)
    .transform((days) => days * dayMs)
    .optional()
