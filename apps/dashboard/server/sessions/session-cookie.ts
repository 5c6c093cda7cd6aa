import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie of a browser's session, which scripts cannot read. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, token: string, expiresAt: Date): void
  clear(reply: FastifyReply): void
}

/**
 * @param isSecure - Whether browsers use https. The cookie then has the `__Host-` prefix (RFC 6265bis): no other host and no
 * plain connection can set it, and it is sent to this host over https only.
 */
export function createSessionCookie(isSecure: boolean, now: () => number): SessionCookie {
  const name = isSecure ? '__Host-waypost' : 'waypost'
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const form = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{1,100})\\s*(?:;|$)`)

  return {
    read: ({ headers }) => form.exec(headers.cookie ?? '')?.[1],
    write(reply, token, expiresAt) {
      const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - now()) / 1000))
      reply.header('set-cookie', `${name}=${token}; ${attributes}; Max-Age=${maxAge}`)
    },
    clear(reply) {
      // Reading the session may have set a rotated cookie earlier in this request; headers of this name would add up.
      reply.removeHeader('set-cookie')
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`)
    },
  }
}
