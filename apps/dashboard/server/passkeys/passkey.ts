import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { code } from '../two-factor/two-factor.ts'

/** What a challenge is for. One that was made for another purpose is refused. */
export type PasskeyPurpose = 'add' | 'sign_in' | 'second_step' | 'reauthenticate'

const base64url = (max: number) => z.base64url().min(1).max(max)

/** WebAuthn, 5.4.3: a credential's id has at most 1,023 bytes. */
const credential = { id: base64url(1364), rawId: base64url(1364), type: z.literal('public-key') }
const clientDataJSON = base64url(8192)

/** What an authenticator answers when it has made a passkey: `RegistrationResponseJSON` of WebAuthn. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(65_536),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
})

/** What an authenticator signs a challenge with: `AuthenticationResponseJSON` of WebAuthn. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(100).optional(),
  }),
})

export type Assertion = z.infer<typeof assertion>

/** Adding a passkey takes all that a sign-in takes: whoever has found an open browser has none of it. */
export const passkeyStart = z.strictObject({ password: z.string().min(1).max(200), code: code.optional() })

/** By which its owner recognises it. */
const name = z.string().trim().min(1).max(60)

export const newPasskey = z.strictObject({ name, response: registration })

export const passkeyChange = z.strictObject({ name })

export type NewPasskey = z.infer<typeof newPasskey>

/** A passkey, as its owner sees it. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

/** Where passkeys work, null: nowhere, and those of the account. */
export const passkeyList = z.object({ origin: z.string().nullable(), passkeys: z.array(passkey) })

/** The one that followed the right password, where a passkey takes the place of the code. */
const challenge = z.string().min(1).max(1000).optional()

export const passkeySignInStart = z.strictObject({
  challenge,
  /** As in WebAuthn: for the list of the browser's autofill. */
  mediation: z.literal('conditional').optional(),
})

export type PasskeySignInStart = z.infer<typeof passkeySignInStart>

export const passkeySignIn = z.strictObject({ challenge, response: assertion })

/** What the browser hands to the authenticator, as WebAuthn defines it. */
export const creationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>()
export const requestOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>()

/** As the library takes it: it does not look at what the extensions answered. */
export const toRegistrationResponse = ({
  response,
  ...rest
}: NewPasskey['response']): RegistrationResponseJSON => ({
  ...rest,
  clientExtensionResults: {},
  response,
})

export const toAssertionResponse = ({ response, ...rest }: Assertion): AuthenticationResponseJSON => ({
  ...rest,
  clientExtensionResults: {},
  response,
})
