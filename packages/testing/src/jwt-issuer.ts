import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

export interface JwtIssuer {
  jwksUrl: string
  issuer: string
  audience: string
  /** A valid token for `ownerId`, in which the claims of `overrides` replace the default ones. */
  token(ownerId: string, overrides?: JWTPayload & { kid?: string }): Promise<string>
  close(): Promise<void>
}

// Making one takes 57 ms of a processor, and nearly every file with a service needs one.
let shared: ReturnType<typeof generateKeyPair> | undefined

/**
 * An OIDC-like issuer on loopback: an RS256 key pair and its JWKS.
 *
 * @param hasOwnKey whether no other issuer of this process has its key
 */
export async function createJwtIssuer({ hasOwnKey = false } = {}): Promise<JwtIssuer> {
  const { publicKey, privateKey } = await (hasOwnKey
    ? generateKeyPair('RS256')
    : (shared ??= generateKeyPair('RS256')))
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }] }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(jwks))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const audience = 'waypost'
  return {
    jwksUrl: `${issuer}/.well-known/jwks.json`,
    issuer,
    audience,
    token(ownerId, { kid = 'test', ...claims } = {}) {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({
        sub: ownerId,
        email: `${ownerId}@example.com`,
        iss: issuer,
        aud: audience,
        iat: now,
        exp: now + 3600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
