import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a `Proxy-Authorization` header is Basic with `token` as its password; takes equally long either way. */
export function isProxyAuthorized(header: string | undefined, token: string): boolean {
  const [, encoded] = /^basic (.+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return false
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return timingSafeEqual(sha256(password), sha256(token))
}

// Equally long whatever was given, as timingSafeEqual demands.
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
