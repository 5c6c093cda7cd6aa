import { z } from 'zod'

/** A secret chosen by the user: text without line breaks and control characters. */
export const webhookSecret = z
  .string()
  .min(8)
  .max(256)
  .refine((text) => !/\p{C}/u.test(text), { message: 'must be printable', params: { rule: 'matches' } })
