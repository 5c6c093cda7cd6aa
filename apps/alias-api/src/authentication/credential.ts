import { hashApiKey, type JwtActor } from '@waypost/http'
import type { FastifyRequest } from 'fastify'

/** The credential of a request, as far as it can be checked without the database. */
export interface Credential {
  keyHash: Buffer | null
  /** The account that a JWT has proved, and its e-mail. */
  accountId: string | null
  email: string | null
  /** Whether the JWT says that the e-mail is confirmed; null where it does not say. */
  emailVerified: boolean | null
  /** The epoch of the JWT. */
  epoch: number
  /** Why the credential is refused, where that is certain without the database. */
  refusal: 'API key is missing' | 'Invalid API key' | null
}

const keyForm = /^jm_(live|test)_[0-9a-f]{48}$/
// Requests are looked up in one statement: a subject that the database cannot read would fail all of them.
const accountForm = /^[\x20-\x7e]{1,255}$/
const nobody = { keyHash: null, accountId: null, email: null, emailVerified: null, epoch: 0 }

/** Reads an API key or a JWT of the dashboard from the same header; the prefix tells them apart. */
export async function readCredential(
  request: FastifyRequest,
  authenticateJwt: (request: FastifyRequest) => Promise<JwtActor>,
): Promise<Credential> {
  const { authorization } = request.headers
  if (!authorization) return { ...nobody, refusal: 'API key is missing' }
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (token?.startsWith('jm_')) {
    return keyForm.test(token)
      ? { ...nobody, keyHash: hashApiKey(token), refusal: null }
      : { ...nobody, refusal: 'Invalid API key' }
  }
  try {
    const { ownerId, email, emailVerified, epoch } = await authenticateJwt(request)
    if (!accountForm.test(ownerId)) return { ...nobody, refusal: 'Invalid API key' }
    return { keyHash: null, accountId: ownerId, email, emailVerified, epoch, refusal: null }
  } catch {
    return { ...nobody, refusal: 'Invalid API key' }
  }
}
