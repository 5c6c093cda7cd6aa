import { z } from 'zod'
import { code } from '../two-factor/two-factor.ts'

const email = z.email().max(254).toLowerCase()
const newPassword = z.string().min(8).max(200)
/** Signing in checks only the form: the minimum length of a password applies when it is set. */
const password = z.string().min(1).max(200)
const token = z.string().min(1).max(200)

export const newAccount = z.strictObject({ email, password: newPassword })

export const credentials = z.strictObject({ email, password })

/** Programs send everything at once. */
export const login = credentials.extend({ code: code.optional() })

export const forgottenPassword = z.strictObject({ email })

export const linkToken = z.strictObject({ token })

export const passwordReset = z.strictObject({
  token,
  password: newPassword,
  /**
   * Whether API keys, webhooks and forwarding go on hold until their owner confirms each. If the address was never
   * confirmed, they always do.
   */
  hold: z.boolean().default(false),
})

export const passwordChange = z.strictObject({ password, newPassword })

/** The password that an irreversible action asks for. */
export const ownPassword = z.strictObject({ password })

export type Credentials = z.infer<typeof credentials>
export type Login = z.infer<typeof login>
