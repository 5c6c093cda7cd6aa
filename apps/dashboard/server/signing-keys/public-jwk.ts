import { z } from 'zod'

/** An RSA public key as JWKS lists it (RFC 7517). It has no property for the private key. */
export const publicJwk = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string(),
  e: z.string(),
})

export type PublicJwk = z.infer<typeof publicJwk>
