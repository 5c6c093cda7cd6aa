import type { SigningKey } from './dkim-key.ts'
import { hashBody } from './hash-body.ts'
import { signatureOf } from './signature.ts'
import { splitMessage } from './split-message.ts'

/**
 * Adds a DKIM signature of a domain to a message, which is otherwise byte for byte the same.
 *
 * @param content with CRLF at the end of each line; of a large message its beginning, with the whole header
 * @param at in milliseconds
 * @param bodyHash of the whole body; by default computed from `content`
 */
export async function signMessage(
  content: Buffer,
  key: SigningKey,
  at: number,
  bodyHash?: string,
): Promise<Buffer> {
  const { fields, body } = splitMessage(content)
  const message = { fields, bodyHash: bodyHash ?? hashBody(body) }
  const field = await signatureOf('DKIM-Signature: v=1;', message, key, at)
  return Buffer.concat([Buffer.from(`${field}\r\n`, 'latin1'), content])
}
