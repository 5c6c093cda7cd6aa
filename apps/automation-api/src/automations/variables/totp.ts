import { Secret, TOTP, URI } from 'otpauth'

/** What a person gets from a site that asks for codes: an `otpauth://totp/` URI, or the key alone in base32. */
export function isTotp(text: string): boolean {
  return findTotp(text) !== undefined
}

/**
 * The code that an authenticator shows now (RFC 6238).
 *
 * @param described whose text it is, for the error
 */
export function createCode(text: string, described: string): string {
  const totp = findTotp(text)
  if (!totp) throw new Error(`${described} is not an otpauth:// URI or a key in base32`)
  return totp.generate()
}

function findTotp(text: string): TOTP | undefined {
  try {
    const written = text.trim()
    if (written.startsWith('otpauth://')) {
      const parsed = URI.parse(written)
      return parsed instanceof TOTP ? parsed : undefined
    }
    // Sites show the key in groups.
    const secret = Secret.fromBase32(written.replaceAll(/[\s-]/g, '').toUpperCase())
    return secret.bytes.length > 0 ? new TOTP({ secret }) : undefined
  } catch {
    return undefined
  }
}
