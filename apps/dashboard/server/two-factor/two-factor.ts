import { z } from 'zod'

/** A code of the authenticator app or a recovery code, as it is typed. */
export const code = z.string().trim().min(1).max(40)

const password = z.string().min(1).max(200)

/** Switching the second step on begins with the password, as every change of it. */
export const setUpStart = z.strictObject({ password })

export const setUpConfirmation = z.strictObject({ code })

/** What a change of a second step that is on needs: whoever has found an open browser has neither. */
export const stepUp = z.strictObject({ password, code })

export const signInCode = z.strictObject({ challenge: z.string().min(1).max(1000), code })

/** The second step of an account, as its owner sees it. */
export const twoFactor = z.object({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
})

/** The key for the authenticator app. It is shown once. */
export const setUp = z.object({ secret: z.string(), uri: z.string() })

export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** The answer to a right password where a code is still to come. */
export const codeRequired = z.object({
  challenge: z.string(),
  expiresAt: z.iso.datetime(),
  /** Whether a passkey of the account can take the place of the code. */
  hasPasskeys: z.boolean(),
})

export type CodeRequired = z.infer<typeof codeRequired>
export type StepUp = z.infer<typeof stepUp>
