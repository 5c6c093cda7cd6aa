import { z } from 'zod'

/** The name in the braces of `${name}`. */
export const variableName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
