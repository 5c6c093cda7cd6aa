import { z } from 'zod'
import { assertion } from '../passkeys/passkey.ts'
import { code } from '../two-factor/two-factor.ts'

/** By which of these the user of a session shows again who they are. */
export const reauthenticationMethods = z.object({
  methods: z.array(z.enum(['password', 'code', 'passkey'])),
})

export const reauthenticationProof = z.union([
  z.strictObject({ password: z.string().min(1).max(200) }),
  z.strictObject({ code }),
  z.strictObject({ response: assertion }),
])

export type ReauthenticationMethods = z.infer<typeof reauthenticationMethods>
export type ReauthenticationProof = z.infer<typeof reauthenticationProof>
