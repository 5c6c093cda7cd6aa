import type { MimeNode } from '@zone-eu/mailsplit'
import { feed } from '../parsing/feed.ts'
import { openDecoder } from '../parsing/open-decoder.ts'
import { openSplitter, type SplitChunk } from '../parsing/open-splitter.ts'

// More text than a person reads; it is in memory as a whole.
const longestText = 4 * 1024 * 1024
const encodings = new Set(['', '7bit', '8bit', 'binary', 'base64', 'quoted-printable'])
const plain = new Set(['', '7bit', '8bit', 'binary'])
const lineEnd = Buffer.from('\r\n')

/** Parts whose bytes somebody has signed, or nobody here can read. */
const sealed = new Set([
  'multipart/signed',
  'multipart/encrypted',
  'application/pkcs7-mime',
  'application/x-pkcs7-mime',
  'application/pgp-encrypted',
])

/** What to change in a message. */
export interface TextChange {
  /** Whether a part is to be changed. Called for each part, in their order. */
  isWanted(part: MimeNode): boolean
  /** @returns the same text where there is nothing to change; undefined where it cannot be */
  change(text: Buffer, part: MimeNode): Buffer | undefined
}

/** What became of a message. */
export interface ChangedTexts {
  /** Whether it is signed or encrypted: its rest was not yielded. */
  isSealed: boolean
  /** Whether a part that was wanted stays as it is. */
  skipped: boolean
}

/** A part that is wanted, as it is encoded. */
interface TextPart {
  node: MimeNode
  encoded: Buffer[]
  size: number
}

/**
 * Changes texts of a message. All other bytes stay as they are, and so does the transfer encoding of each part. Attached
 * messages are not read.
 */
export async function* rewriteTexts(
  message: AsyncIterable<Buffer>,
  { isWanted, change }: TextChange,
): AsyncGenerator<Buffer, ChangedTexts> {
  const splitter = openSplitter()
  let text: TextPart | undefined
  let skipped = false

  const skip = (part: TextPart): Buffer[] => {
    skipped = true
    return part.encoded
  }
  /** The encoded bytes of a part that has ended. */
  const closePart = async (): Promise<Buffer[]> => {
    const part = text
    text = undefined
    if (!part) return []
    if (!encodings.has(part.node.encoding || '')) return skip(part)
    const decoded = await decode(part)
    const changed = change(decoded, part.node)
    if (!changed) return skip(part)
    return changed === decoded ? part.encoded : encode(part, changed)
  }
  const read = async (chunk: SplitChunk): Promise<Buffer[]> => {
    if (chunk.type === 'body') {
      if (!text) return [chunk.value]
      text.encoded.push(chunk.value)
      text.size += chunk.value.length
      if (text.size <= longestText) return []
      const bytes = skip(text)
      text = undefined
      return bytes
    }
    const before = await closePart()
    if (chunk.type === 'data') return [...before, chunk.value]
    if (isWanted(chunk)) text = { node: chunk, encoded: [], size: 0 }
    return [...before, chunk.getHeaders()]
  }

  async function* readAll(chunks: SplitChunk[]): AsyncGenerator<Buffer, boolean> {
    for (const chunk of chunks) {
      if (chunk.type === 'node' && sealed.has(chunk.contentType || '')) return true
      yield* await read(chunk)
    }
    return false
  }
  const untilSealed = { isSealed: true, skipped: false }
  for await (const piece of message) if (yield* readAll(await splitter.write(piece))) return untilSealed
  if (yield* readAll(await splitter.end())) return untilSealed
  yield* await closePart()
  return { isSealed: false, skipped }
}

async function decode({ node, encoded }: TextPart): Promise<Buffer> {
  const decoder = openDecoder(node)
  const decoded: Buffer[] = []
  for (const bytes of encoded) decoded.push(...(await decoder.write(bytes)))
  return Buffer.concat([...decoded, ...(await decoder.end())])
}

async function encode({ node, encoded }: TextPart, changed: Buffer): Promise<Buffer[]> {
  if (plain.has(node.encoding || '')) return [changed]
  const encoder = feed<Buffer>(node.getEncoder())
  const text = node.encoding === 'base64' ? changed : withLineEnds(changed)
  const bytes = Buffer.concat([...(await encoder.write(text)), ...(await encoder.end())])
  return endsLine(Buffer.concat(encoded)) && !endsLine(bytes) ? [bytes, lineEnd] : [bytes]
}

const endsLine = (bytes: Buffer): boolean => bytes.at(-1) === 0x0a

/** A text whose lines all end in CRLF: quoted-printable leaves a line end as it is, and a mail has no other. */
const withLineEnds = (text: Buffer): Buffer =>
  Buffer.from(text.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n'), 'latin1')
