import type { SigningKey } from './dkim-key.ts'
import { hashBody } from './hash-body.ts'
import { signatureOf } from './signature.ts'
import { splitMessage } from './split-message.ts'

/**
 * A message with a signature of its domain's on top (DKIM), below which it is byte for byte the same.
 *
 * @param content with CRLF at the end of each line; of a large one its beginning, with all of its header
 * @param at in milliseconds
 * @param bodyHash of all of its body; by default of what there is in `content`
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
