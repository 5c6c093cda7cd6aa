import { randomBytes } from 'node:crypto'
import { createMessage, encrypt, readKey } from 'openpgp'
import { startingWith } from '../storage/split-at.ts'
import { nameOf, splitMessage } from '../signing/split-message.ts'

/** How a message is encrypted. */
export interface Encryption {
  /** A public key in ASCII armor. */
  key: string
  /** Whether the subject is encrypted too. Everything else in the header stays readable. */
  hidesSubject: boolean
  /** When the key is used, in milliseconds. */
  at: number
}

const headEnd = Buffer.from('\r\n\r\n')
// As long as a header that is forwarded at all.
const longestHead = 262_144
/**
 * Signatures, such as DKIM's, are over the content or its hash: whoever guesses it could make sure. An ARC set without one
 * of its fields would be a broken chain.
 */
const isSignature = (name: string): boolean =>
  name.endsWith('dkim-signature') || name === 'domainkey-signature' || name.startsWith('arc-')
// Outlook's other place for the subject.
const subjectFields = new Set(['subject', 'thread-topic'])

/**
 * Encrypts a message (PGP/MIME, RFC 3156). Fields that are about its content, and signatures of it, are encrypted with that; all others stay in the
 * header, on which delivery, replies and threads depend.
 *
 * @returns throws where the key cannot be used
 */
export async function* encryptMessage(
  message: AsyncIterable<Buffer>,
  { key, hidesSubject, at }: Encryption,
): AsyncGenerator<Buffer, undefined> {
  const encryptionKeys = await readKey({ armoredKey: key })
  const { fields, body } = await readHead(message)
  const isInner = (field: string): boolean => {
    const name = nameOf(field)
    return name.startsWith('content-') || isSignature(name) || (hidesSubject && subjectFields.has(name))
  }
  const inner = fields.filter(isInner)
  const content = startingWith(toBytes(hidesSubject ? protect(inner) : inner), body)
  const encrypted = await encrypt({
    message: await createMessage({ binary: ReadableStream.from(content) }),
    encryptionKeys,
    date: new Date(at),
    format: 'armored',
  })

  const boundary = `pgp-${randomBytes(16).toString('hex')}`
  const outer = fields.filter((field) => !isInner(field))
  const hasVersion = outer.some((field) => nameOf(field) === 'mime-version')
  yield toBytes([
    ...outer,
    ...(hidesSubject ? ['Subject: ...'] : []),
    ...(hasVersion ? [] : ['MIME-Version: 1.0']),
    `Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";\r\n boundary="${boundary}"`,
  ])
  yield Buffer.from(
    [
      `--${boundary}`,
      'Content-Type: application/pgp-encrypted',
      'Content-Description: PGP/MIME version identification',
      '',
      'Version: 1',
      '',
      `--${boundary}`,
      'Content-Type: application/octet-stream; name="encrypted.asc"',
      'Content-Description: OpenPGP encrypted message',
      'Content-Disposition: inline; filename="encrypted.asc"',
      '',
      '',
    ].join('\r\n'),
  )
  for await (const armor of encrypted) yield Buffer.from(armor.replaceAll(/\r?\n/g, '\r\n'))
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
  return undefined
}

const toBytes = (fields: string[]): Buffer => Buffer.from([...fields, '', ''].join('\r\n'), 'latin1')

/** Says that the encrypted header has a subject of its own, as mail programs expect it (`protected-headers`). */
function protect(fields: string[]): string[] {
  const parameter = 'protected-headers="v1"'
  const type = fields.find((field) => nameOf(field) === 'content-type')
  if (type === undefined) return [...fields, `Content-Type: text/plain; charset=us-ascii; ${parameter}`]
  const value = type.trimEnd()
  const separator = value.endsWith(';') ? '' : ';'
  return fields.map((field) => (field === type ? `${value}${separator}\r\n ${parameter}` : field))
}

/** The fields of a message's header, and its body. */
async function readHead(
  message: AsyncIterable<Buffer>,
): Promise<{ fields: string[]; body: AsyncIterable<Buffer> }> {
  const pieces = message[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (!head.includes(headEnd)) {
    const next = await pieces.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
    if (head.length > longestHead && !head.includes(headEnd)) throw new Error('the header is too long')
  }
  const { fields, body } = splitMessage(head)
  return { fields, body: startingWith(body, { [Symbol.asyncIterator]: () => pieces }) }
}
