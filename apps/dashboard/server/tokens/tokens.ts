import { z } from 'zod'

/** What a successful login answers. */
export const tokens = z.object({
  /** A JWT. */
  token: z.string(),
  /** Good once: the next one comes with the next `token`. */
  refreshToken: z.string(),
  /** Seconds for which `token` is good. */
  expiresIn: z.number().int(),
})

export type Tokens = z.infer<typeof tokens>

export const refreshRequest = z.strictObject({ refreshToken: z.string().min(1).max(200) })

export type RefreshRequest = z.infer<typeof refreshRequest>
