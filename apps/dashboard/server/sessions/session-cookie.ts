import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie of a browser's session, which scripts cannot read. */
export interface SessionCookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined
  /** The value of a `Set-Cookie` header. */
  serialize(token: string, expiresAt: Date): string
  write(reply: FastifyReply, token: string, expiresAt: Date): void
  clear(reply: FastifyReply): void
}

/**
 * @param isSecure - Whether browsers use https. The cookie then has the `__Host-` prefix (RFC 6265bis): no other host and no
 * plain connection can set it, and it is sent to this host over https only.
 */
export function createSessionCookie(
  isSecure: boolean,
  now: () => number,
  usualName = 'waypost',
): SessionCookie {
  const name = isSecure ? `__Host-${usualName}` : usualName
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const form = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{1,100})\\s*(?:;|$)`)

  const serialize: SessionCookie['serialize'] = (token, expiresAt) => {
    const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - now()) / 1000))
    return `${name}=${token}; ${attributes}; Max-Age=${maxAge}`
  }
  return {
    serialize,
    read: ({ headers }) => form.exec(headers.cookie ?? '')?.[1],
    write(reply, token, expiresAt) {
      reply.header('set-cookie', serialize(token, expiresAt))
    },
    clear(reply) {
      // Reading the session may have set a rotated cookie earlier in this request; headers of this name would add up.
      reply.removeHeader('set-cookie')
      reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0`)
    },
  }
}
