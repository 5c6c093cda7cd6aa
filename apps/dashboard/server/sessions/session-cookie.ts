import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie of a browser's session, which scripts cannot read. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, token: string, expiresAt: Date): void
  clear(reply: FastifyReply): void
}

/**
 * @param isSecure whether browsers use https: then no other host, path or plain connection can set or read the cookie
 * (the `__Host-` prefix of RFC 6265bis)
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
      // Replaces a cookie that a rotation set earlier in this request.
      reply.removeHeader('set-cookie')
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`)
    },
  }
}
