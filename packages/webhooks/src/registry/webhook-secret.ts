import { z } from 'zod'

/** A secret of the user's own: what can be typed and pasted, so no line break and no control character. */
export const webhookSecret = z
  .string()
  .min(8)
  .max(256)
  .refine((text) => !/\p{C}/u.test(text), { message: 'must be printable', params: { rule: 'matches' } })
