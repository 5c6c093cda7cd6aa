import { z } from 'zod'

const email = z.email().max(254).toLowerCase()

export const newAccount = z.strictObject({ email, password: z.string().min(8).max(200) })

/** No more rules than the form: how short a password may be is nobody's business here. */
export const credentials = z.strictObject({ email, password: z.string().min(1).max(200) })

export type Credentials = z.infer<typeof credentials>

export interface Account {
  id: string
  email: string
  createdAt: Date
}
