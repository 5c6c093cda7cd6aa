import { hashApiKey, type JwtActor } from '@waypost/http'
import type { FastifyRequest } from 'fastify'

/** What a request brings to show for whom it speaks, as far as that can be told without the database. */
export interface Credential {
  keyHash: Buffer | null
  /** The account that a JWT has proved, and its e-mail. */
  accountId: string | null
  email: string | null
  /** Of the JWT. */
  epoch: number
  /** Why it speaks for nobody, where that is certain already. */
  refusal: 'API key is missing' | 'Invalid API key' | null
}

const keyForm = /^jm_(live|test)_[0-9a-f]{48}$/
// Requests are looked up together: one that the database cannot even read would fail with all the others.
const accountForm = /^[\x20-\x7e]{1,255}$/
const nobody = { keyHash: null, accountId: null, email: null, epoch: 0 }

/** API keys and the dashboard's JWTs come in the same header; a key is told by how it begins. */
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
    const { ownerId, email, epoch } = await authenticateJwt(request)
    if (!accountForm.test(ownerId)) return { ...nobody, refusal: 'Invalid API key' }
    return { keyHash: null, accountId: ownerId, email, epoch, refusal: null }
  } catch {
    return { ...nobody, refusal: 'Invalid API key' }
  }
}
