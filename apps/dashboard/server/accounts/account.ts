import { z } from 'zod'

const email = z.email().max(254).toLowerCase()
const newPassword = z.string().min(8).max(200)
/** No more rules than the form: how short a password may be is nobody's business here. */
const password = z.string().min(1).max(200)
const token = z.string().min(1).max(200)

export const newAccount = z.strictObject({ email, password: newPassword })

export const credentials = z.strictObject({ email, password })

export const forgottenPassword = z.strictObject({ email })

export const linkToken = z.strictObject({ token })

export const passwordReset = z.strictObject({
  token,
  password: newPassword,
  /** Whether keys, webhooks and forwarding are off until their owner keeps each; always, for a never confirmed address. */
  hold: z.boolean().default(false),
})

export const passwordChange = z.strictObject({ password, newPassword })

/** What must be known to do what cannot be undone. */
export const ownPassword = z.strictObject({ password })

export type Credentials = z.infer<typeof credentials>
