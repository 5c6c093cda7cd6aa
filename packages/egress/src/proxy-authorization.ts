import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a `Proxy-Authorization` header is Basic with `token` as its password. Compares in constant time. */
export function isProxyAuthorized(header: string | undefined, token: string): boolean {
  const [, encoded] = /^basic (.+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return false
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return timingSafeEqual(sha256(password), sha256(token))
}

// Hashes have equal lengths, as timingSafeEqual requires.
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
