import type { Authenticity } from '../authenticity/authenticity.ts'
import { canonicalField } from './canonical-text.ts'
import type { SigningKey } from './dkim-key.ts'
import { hashBody } from './hash-body.ts'
import { signatureOf, signText } from './signature.ts'
import { nameOf, splitMessage } from './split-message.ts'

// In the order in which a seal covers them.
const names = ['arc-authentication-results', 'arc-message-signature', 'arc-seal']
const mostSeals = 50
const instance = /^[^:]*:(?:[^;]*;)*?[ \t\r\n]*i[ \t]*=[ \t]*(\d{1,2})/

/**
 * Adds a set to a message's ARC chain (RFC 8617). It tells the next servers how the author was authenticated here,
 * which they can no longer verify themselves.
 *
 * @param content the message; of a large one its beginning with the whole header, and then `bodyHash` covers the
 * whole body
 * @param found the authentication results of the message as received
 * @returns the message unchanged where its chain is broken or full
 */
export async function sealMessage(
  content: Buffer,
  found: Pick<Authenticity, 'arc' | 'header'>,
  {
    key,
    mxHost,
    at,
    bodyHash,
  }: { key: SigningKey; mxHost: string; at: number; bodyHash?: string | undefined },
): Promise<Buffer> {
  const { fields, body } = splitMessage(content)
  const before = findSets(fields)
  const number = before.length + 1
  const isWhole = found.arc.result === (number === 1 ? 'none' : 'pass')
  if (!isWhole || number > mostSeals || before.some((set) => set.length !== names.length)) return content

  const message = { fields, bodyHash: bodyHash ?? hashBody(body) }
  const results = `ARC-Authentication-Results: i=${number}; ${mxHost};\r\n ${found.header}`
  const signature = await signatureOf(`ARC-Message-Signature: i=${number};`, message, key, at)
  const start = [
    `ARC-Seal: i=${number}; a=rsa-sha256; t=${Math.floor(at / 1000)}; cv=${number === 1 ? 'none' : 'pass'};`,
    ` d=${key.domain}; s=${key.selector};`,
    ' b=',
  ].join('\r\n')
  const text = [...before.flat(), results, signature, start].map(canonicalField).join('\r\n')
  const seal = start + (await signText(text, key.privateKey))
  return Buffer.concat([Buffer.from(`${[seal, signature, results].join('\r\n')}\r\n`, 'latin1'), content])
}

/** The sets of a chain, first one first, each in the order in which it is covered. */
function findSets(fields: string[]): string[][] {
  const sets: string[][] = []
  for (const name of names) {
    for (const field of fields.filter((each) => nameOf(each) === name)) {
      const number = Number(instance.exec(field)?.[1] ?? 0)
      if (number < 1 || number > mostSeals) continue
      while (sets.length < number) sets.push([])
      sets[number - 1]!.push(field)
    }
  }
  return sets
}
