/** The text of a file is not base64. */
export class NotBase64 extends Error {
  override name = 'NotBase64'
}

const begunEscape = /\\(?:u[\da-f]{0,3})?$/i
const escape = /\\(?:\/|u([\da-f]{4}))/gi
const alphabet = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Decodes a text of JSON that is base64, as strictly as the schemas of requests. Programs escape its slashes, plus signs or padding.
 *
 * @throws NotBase64
 */
export async function* decodeBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = ''
  /** Fewer than four characters, whose bytes are not known yet. */
  let group = ''
  let isPadded = false
  for await (const piece of pieces) {
    const all = begun + piece.toString('latin1')
    begun = begunEscape.exec(all)?.[0] ?? ''
    const written = all.slice(0, all.length - begun.length)
    const text = group + written.replaceAll(escape, (_all, code?: string) => characterOf(code))
    if (!alphabet.test(text) || (isPadded && text !== '')) throw new NotBase64()
    const whole = text.length - (text.length % 4)
    isPadded ||= text[whole - 1] === '='
    group = text.slice(whole)
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64')
  }
  if (begun !== '' || group !== '') throw new NotBase64()
}

const characterOf = (code: string | undefined): string =>
  code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16))
