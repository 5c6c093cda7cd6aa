import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '@waypost/sdk'
import { fetchAsUser } from './fetch-as-user.ts'
import type { Service } from '../services/service.ts'

export interface Session {
  account: { id: string; email: string; emailConfirmed: boolean; createdAt: string }
  session: { id: string; createdAt: string; expiresAt: string }
}

/** A signed-in browser. */
export interface SignedInBrowser {
  id: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  ip: string
  userAgent: string
  isCurrent: boolean
}

/** The answer to a right password where a code is still to come. */
export interface CodeRequired {
  challenge: string
  expiresAt: string
  /** Whether a passkey can take the place of the code. */
  hasPasskeys: boolean
}

/** The second step of signing in. */
export interface TwoFactor {
  isOn: boolean
  since: string | null
  recoveryCodesLeft: number
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface Passkeys {
  /** The only origin at which they work; null: nowhere. */
  origin: string | null
  passkeys: Passkey[]
}

export type NotificationKind =
  | 'failed_runs'
  | 'waiting_runs'
  | 'heals'
  | 'webhooks'
  | 'domains'
  | 'limits'
  | 'withheld'

/** Whether the account gets the emails of a kind. */
export interface Notification {
  kind: NotificationKind
  isOn: boolean
}

/** What a change of the second step needs. */
export interface StepUp {
  password: string
  code: string
}

async function send<Data>(method: string, path: string, body?: object): Promise<Data> {
  const response = await fetchAsUser(`/auth/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (!response.ok) throw new ApiError(response.status, answer, response.headers)
  return answer as Data
}

/** The client of the dashboard's own server: accounts and sessions. */
export const accounts = {
  /** Where programs reach the services. */
  baseUrls: () => send<Record<Service, string>>('GET', 'base-urls'),
  signUp: (input: Credentials) => send<Session>('POST', 'sign-up', input),
  signIn: (input: Credentials) => send<Session | CodeRequired>('POST', 'sign-in', input),
  signInWithCode: (input: { challenge: string; code: string }) =>
    send<Session>('POST', 'sign-in/code', input),
  /** @param challenge the one that followed the right password; absent: without a password */
  startPasskeySignIn: (challenge?: string) =>
    send<PublicKeyCredentialRequestOptionsJSON>('POST', 'sign-in/passkey-options', { challenge }),
  /** For the list of the browser's autofill. */
  offerPasskeySignIn: () =>
    send<PublicKeyCredentialRequestOptionsJSON>('POST', 'sign-in/passkey-options', {
      mediation: 'conditional',
    }),
  signInWithPasskey: (input: { challenge?: string | undefined; response: AuthenticationResponseJSON }) =>
    send<Session>('POST', 'sign-in/passkey', input),
  /** Null when nobody is signed in. */
  async findSession(): Promise<Session | null> {
    try {
      return await send<Session>('GET', 'session')
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  signOut: () => send<void>('DELETE', 'session'),
  listBrowsers: () => send<SignedInBrowser[]>('GET', 'sessions'),
  signBrowserOut: (id: string) => send<void>('DELETE', `sessions/${id}`),
  signOutEverywhere: () => send<void>('DELETE', 'sessions'),
  sendConfirmation: () => send<{ message: string }>('POST', 'confirmation'),
  confirmEmail: (token: string) => send<{ email: string; held: boolean }>('POST', 'confirm-email', { token }),
  forgotPassword: (email: string) => send<{ message: string }>('POST', 'forgot-password', { email }),
  resetPassword: (input: { token: string; password: string; hold: boolean }) =>
    send<void>('POST', 'reset-password', input),
  changePassword: (input: { password: string; newPassword: string }) =>
    send<void>('POST', 'change-password', input),
  twoFactor: () => send<TwoFactor>('GET', 'two-factor'),
  startTwoFactor: (password: string) =>
    send<{ secret: string; uri: string }>('POST', 'two-factor/set-up', { password }),
  confirmTwoFactor: (code: string) =>
    send<{ recoveryCodes: string[] }>('POST', 'two-factor/confirm', { code }),
  renewRecoveryCodes: (input: StepUp) =>
    send<{ recoveryCodes: string[] }>('POST', 'two-factor/recovery-codes', input),
  switchTwoFactorOff: (input: StepUp) => send<void>('POST', 'two-factor/switch-off', input),
  listReauthenticationMethods: () =>
    send<{ methods: ('password' | 'code' | 'passkey')[] }>('GET', 'reauthenticate'),
  startPasskeyReauthentication: () =>
    send<PublicKeyCredentialRequestOptionsJSON>('POST', 'reauthenticate/passkey-options'),
  reauthenticate: (
    proof: { password: string } | { code: string } | { response: AuthenticationResponseJSON },
  ) => send<void>('POST', 'reauthenticate', proof),
  listPasskeys: () => send<Passkeys>('GET', 'passkeys'),
  startPasskey: (input: { password: string; code?: string }) =>
    send<PublicKeyCredentialCreationOptionsJSON>('POST', 'passkeys/options', input),
  addPasskey: (input: { name: string; response: RegistrationResponseJSON }) =>
    send<Passkey>('POST', 'passkeys', input),
  renamePasskey: (id: string, name: string) => send<Passkey>('PATCH', `passkeys/${id}`, { name }),
  removePasskey: (id: string) => send<void>('DELETE', `passkeys/${id}`),
  listNotifications: () => send<Notification[]>('GET', 'notifications'),
  switchNotification: (input: Notification) => send<void>('POST', 'notifications', input),
  exportAccount: () => send<object>('GET', 'export'),
  deleteAccount: (password: string) => send<void>('POST', 'delete-account', { password }),
}

interface Credentials {
  email: string
  password: string
}
