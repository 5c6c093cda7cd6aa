import { sign as signByCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { canonicalField } from './canonical-text.ts'
import type { SigningKey } from './dkim-key.ts'
import { nameOf } from './split-message.ts'

// Beside the thread that all mail passes through: a signature takes most of a millisecond.
const sign = promisify(signByCallback)

// Whatever a reader is shown, or a program acts on. RFC 6376 section 5.4.1.
const signedNames = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
  'content-id',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
])
const lineLength = 72

/**
 * A field that signs a message, as DKIM-Signature and ARC-Message-Signature both do (relaxed/relaxed, RSA-SHA256).
 *
 * @param start the field up to what both have: `DKIM-Signature: v=1;`
 * @param at in milliseconds
 */
export async function signatureOf(
  start: string,
  { fields, bodyHash }: { fields: string[]; bodyHash: string },
  { domain, selector, privateKey }: SigningKey,
  at: number,
): Promise<string> {
  // From the last to the first, as they are counted where there are several of a name.
  const signed = fields.filter((field) => signedNames.has(nameOf(field))).toReversed()
  // Once more than there are: one that somebody puts there later would not be the one that was signed.
  const names = [...signed.map(nameOf), 'from']
  const field = [
    `${start} a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    ` t=${Math.floor(at / 1000)}; bh=${bodyHash};`,
    ...fold(`h=${names.join(':')};`, /(?<=:)/),
    ' b=',
  ].join('\r\n')
  const text = [...signed, field].map(canonicalField).join('\r\n')
  return field + (await signText(text, privateKey))
}

/** The value of `b=`, folded. */
export async function signText(text: string, privateKey: SigningKey['privateKey']): Promise<string> {
  const signature = await sign('sha256', Buffer.from(text, 'latin1'), privateKey)
  return signature
    .toString('base64')
    .match(new RegExp(`.{1,${lineLength}}`, 'g'))!
    .join('\r\n ')
}

/** Lines of no more than about `lineLength`, each behind a space. */
function fold(text: string, at: RegExp): string[] {
  const lines: string[] = []
  for (const piece of text.split(at)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + piece.length <= lineLength) lines.push(lines.pop()! + piece)
    else lines.push(` ${piece}`)
  }
  return lines
}
