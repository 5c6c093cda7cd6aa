import { z } from 'zod'

/** A part of a text to look for: `q` of a list. */
export const searchText = z
  .string()
  .min(1)
  .max(255)
  // oxlint-disable-next-line no-control-regex -- Postgres has no text with NUL
  .regex(/^[^\u0000]*$/, 'must be text')
