import { z } from 'zod'

const isoTime = z.iso.datetime()

/** The signed-in account and its session. */
export const signedIn = z.object({
  account: z.object({ id: z.uuid(), email: z.string(), emailConfirmed: z.boolean(), createdAt: isoTime }),
  session: z.object({ id: z.uuid(), createdAt: isoTime, expiresAt: isoTime }),
})

/** A session as its owner sees it in the list. */
export const listedSession = z.object({
  id: z.uuid(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  expiresAt: isoTime,
  ip: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
})

export type ListedSession = z.infer<typeof listedSession>

export interface SignedInAccount {
  id: string
  email: string
  emailConfirmed: boolean
  createdAt: Date
  /** The token epoch of the JWTs that are issued from now on. */
  tokenEpoch: number
}

/** A signed-in browser. */
export interface Session {
  id: string
  createdAt: Date
  /** When its user last showed who they are. */
  authenticatedAt: Date
  expiresAt: Date
  account: SignedInAccount
}

/** The origin of a sign-in, by which its owner recognises it. */
export interface Client {
  ip: string
  userAgent: string
  /** The cookie of a browser in which somebody has signed in before. */
  browserToken?: string | undefined
}

export function toSignedIn({ account, id, createdAt, expiresAt }: Session): z.infer<typeof signedIn> {
  const { id: accountId, email, emailConfirmed, createdAt: madeAt } = account
  return {
    account: { id: accountId, email, emailConfirmed, createdAt: madeAt.toISOString() },
    session: { id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  }
}
