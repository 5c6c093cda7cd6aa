import { z } from 'zod'

/** A part of a text to look for: `q` of a list. */
export const searchText = z
  .string()
  .min(1)
  .max(255)
  // Postgres has no text with it.
  .refine((text) => !text.includes('\0'), { message: 'must be text', params: { rule: 'matches' } })
