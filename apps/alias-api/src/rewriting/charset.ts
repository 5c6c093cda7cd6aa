/** Charsets in which a byte of ASCII may be part of another character, at any place. */
const notAscii = /^(?:utf-?16|utf-?32|ucs-?[24]|iso-10646|utf-?7|unicode-1-1-utf-7|x-unicode-2-0-utf-7|hz)/

const escape = 0x1b
const toAscii = new Set(['(B', '(J'])

/**
 * The bytes of a text as one character each, in which a character of ASCII is one: in a charset of ISO-2022, one that means nothing is in
 * the place of each byte that is not in ASCII.
 *
 * @returns undefined where the charset does not let it be read byte by byte, or the text is signed or encrypted
 */
export function readBytes(text: Buffer, charset: string): string | undefined {
  const name = charset.trim().toLowerCase()
  if (notAscii.test(name) || text.includes('-----BEGIN PGP ')) return undefined
  return name.startsWith('iso-2022-') ? maskShifted(text) : text.toString('latin1')
}

function maskShifted(text: Buffer): string {
  const masked = Buffer.from(text)
  let isShifted = false
  for (let at = 0; at < masked.length; at += 1) {
    if (masked[at] === escape) isShifted = !toAscii.has(text.toString('latin1', at + 1, at + 3))
    // A line begins in ASCII.
    else if (masked[at] === 0x0a) isShifted = false
    else if (isShifted) masked[at] = 0x80
  }
  return masked.toString('latin1')
}
