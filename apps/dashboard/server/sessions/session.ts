import { z } from 'zod'

const isoTime = z.iso.datetime()

/** Who is signed in, and by what. */
export const signedIn = z.object({
  account: z.object({ id: z.uuid(), email: z.string(), emailConfirmed: z.boolean(), createdAt: isoTime }),
  session: z.object({ id: z.uuid(), createdAt: isoTime, expiresAt: isoTime }),
})

/** A sign-in as its owner sees it in the list of all. */
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
  /** Of the JWTs that speak for it from now on. */
  tokenEpoch: number
}

/** A browser that is signed in. */
export interface Session {
  id: string
  createdAt: Date
  expiresAt: Date
  account: SignedInAccount
}

/** Where a sign-in comes from, for its owner to recognise. */
export interface Client {
  ip: string
  userAgent: string
}

export function toSignedIn({ account, id, createdAt, expiresAt }: Session): z.infer<typeof signedIn> {
  const { id: accountId, email, emailConfirmed, createdAt: madeAt } = account
  return {
    account: { id: accountId, email, emailConfirmed, createdAt: madeAt.toISOString() },
    session: { id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  }
}
