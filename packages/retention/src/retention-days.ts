import { z } from 'zod'

const dayMs = 86_400_000

/**
 * A `RETENTION_…_DAYS` variable, as milliseconds. Absent: what it is about is kept for good.
 *
 * @param atLeast days that are promised, and that no operator can go below
 */
export const retentionDays = (atLeast: number) =>
  z.coerce
    .number()
    .min(atLeast)
    .max(36_500)
    .transform((days) => days * dayMs)
    .optional()
