import { z } from 'zod'

/** The response to a successful login. */
export const tokens = z.object({
  /** A JWT. */
  token: z.string(),
  /** Valid for one use, which returns the next one. */
  refreshToken: z.string(),
  /** The lifetime of `token` in seconds. */
  expiresIn: z.number().int(),
})

export type Tokens = z.infer<typeof tokens>

export const refreshRequest = z.strictObject({ refreshToken: z.string().min(1).max(200) })

export type RefreshRequest = z.infer<typeof refreshRequest>
