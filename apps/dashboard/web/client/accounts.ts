import { call, type Answer } from './call.ts'

export interface Session {
  account: { id: string; email: string; emailConfirmed: boolean; createdAt: string }
  session: { id: string; createdAt: string; expiresAt: string }
}

/** A browser that somebody has signed in with. */
export interface SignedInBrowser {
  id: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  ip: string
  userAgent: string
  isCurrent: boolean
}

async function send<Data>(method: string, path: string, body?: object): Promise<Answer<Data>> {
  const response = await fetch(`/auth/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  return response.ok ? { data: answer as Data, response } : { error: answer, response }
}

/** The dashboard's own server: accounts, and who is signed in. */
export const accounts = {
  signUp: (input: Credentials) => call(send<Session>('POST', 'sign-up', input)),
  signIn: (input: Credentials) => call(send<Session>('POST', 'sign-in', input)),
  /** Null where nobody is signed in. */
  async findSession(): Promise<Session | null> {
    const answer = await send<Session>('GET', 'session')
    return answer.response.status === 401 ? null : call(Promise.resolve(answer))
  },
  signOut: () => call(send<void>('DELETE', 'session')),
  listBrowsers: () => call(send<SignedInBrowser[]>('GET', 'sessions')),
  signBrowserOut: (id: string) => call(send<void>('DELETE', `sessions/${id}`)),
  signOutEverywhere: () => call(send<void>('DELETE', 'sessions')),
  sendConfirmation: () => call(send<{ message: string }>('POST', 'confirmation')),
  confirmEmail: (token: string) =>
    call(send<{ email: string; held: boolean }>('POST', 'confirm-email', { token })),
  forgotPassword: (email: string) => call(send<{ message: string }>('POST', 'forgot-password', { email })),
  resetPassword: (input: { token: string; password: string; hold: boolean }) =>
    call(send<void>('POST', 'reset-password', input)),
  changePassword: (input: { password: string; newPassword: string }) =>
    call(send<void>('POST', 'change-password', input)),
  exportAccount: () => call(send<object>('GET', 'export')),
  deleteAccount: (password: string) => call(send<void>('POST', 'delete-account', { password })),
}

interface Credentials {
  email: string
  password: string
}
