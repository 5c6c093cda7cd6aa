import { z } from 'zod'

// No control characters either: Postgres stores no NUL, and a header holds no line break.
export const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}]+$/u)

export const contentType = z
  .string()
  .max(255)
  .regex(/^[\w.+-]+\/[\w.+-]+$/)
