import { sign as signByCallback } from 'node:crypto'
import { promisify } from 'node:util'
import { canonicalField } from './canonical-text.ts'
import type { SigningKey } from './dkim-key.ts'
import { nameOf } from './split-message.ts'

// Runs off the main thread, which all mail passes through: a signature takes most of a millisecond.
const sign = promisify(signByCallback)

// Everything that a reader sees or a program acts on (RFC 6376 section 5.4.1).
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
 * A field that signs a message, the same way for DKIM-Signature and ARC-Message-Signature (relaxed/relaxed,
 * RSA-SHA256).
 *
 * @param start the beginning of the field, such as `DKIM-Signature: v=1;`
 * @param at in milliseconds
 */
export async function signatureOf(
  start: string,
  { fields, bodyHash }: { fields: string[]; bodyHash: string },
  { domain, selector, privateKey }: SigningKey,
  at: number,
): Promise<string> {
  // From last to first, the order in which verifiers count fields of the same name.
  const signed = fields.filter((field) => signedNames.has(nameOf(field))).toReversed()
  // `from` is named once more than it occurs, so that adding another From field breaks the signature.
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

/** Folds text into lines of about `lineLength`, each after a space. */
function fold(text: string, at: RegExp): string[] {
  const lines: string[] = []
  for (const piece of text.split(at)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + piece.length <= lineLength) lines.push(lines.pop()! + piece)
    else lines.push(` ${piece}`)
  }
  return lines
}
