import { z } from 'zod'

/** What stands between the braces of `${name}`. */
export const variableName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
