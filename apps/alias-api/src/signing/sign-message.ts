import type { SigningKey } from './dkim-key.ts'
import { signatureOf } from './signature.ts'
import { splitMessage } from './split-message.ts'

/**
 * A message with a signature of its domain's on top (DKIM), below which it is byte for byte the same.
 *
 * @param content with CRLF at the end of each line
 * @param at in milliseconds
 */
export function signMessage(content: Buffer, key: SigningKey, at: number): Buffer {
  const field = signatureOf('DKIM-Signature: v=1;', splitMessage(content), key, at)
  return Buffer.concat([Buffer.from(`${field}\r\n`, 'latin1'), content])
}
