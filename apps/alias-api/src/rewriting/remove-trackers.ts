import type { Transform } from 'node:stream'
import { Splitter, type MessageChunk, type MimeNode } from '@zone-eu/mailsplit'
import { feed } from '../parsing/feed.ts'
import { openDecoder } from '../parsing/open-decoder.ts'
import { nothingRead, type Removed } from './removed.ts'
import { removeFromHtml } from './rewrite-html.ts'

type Chunk = MimeNode | (MessageChunk & ({ type: 'data' } | { type: 'body' }))

const mostHosts = 20
const maxParts = 10_000
// More HTML than a person reads; it is in memory as a whole.
const longestHtml = 4 * 1024 * 1024
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

/** An HTML part, as it is encoded. */
interface HtmlPart {
  node: MimeNode
  encoded: Buffer[]
  size: number
}

/**
 * Takes tracking pixels, and tracking parameters of links, out of the HTML of a message. All other bytes stay as they are, and so
 * does the transfer encoding of each part. Attached files and messages are not read.
 *
 * @returns yields the new message, and returns what was taken out. Of a message that is signed or encrypted the rest is not yielded
 */
export async function* removeTrackers(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Removed> {
  const splitter = feed<Chunk>(new Splitter({ ignoreEmbedded: true, maxChildNodes: maxParts }) as Transform)
  const removed = { pixels: 0, links: 0, skipped: false }
  const hosts = new Set<string>()
  let html: HtmlPart | undefined

  const skip = (part: HtmlPart): Buffer[] => {
    removed.skipped = true
    return part.encoded
  }
  /** The encoded bytes of an HTML part that has ended. */
  const rewrite = async (part: HtmlPart): Promise<Buffer[]> => {
    if (!encodings.has(part.node.encoding || '')) return skip(part)
    const text = await decode(part)
    const result = removeFromHtml(text, part.node.charset || '')
    if (!result) return skip(part)
    const { pixels, links } = result.found
    if (pixels.length + links === 0) return part.encoded
    removed.pixels += pixels.length
    removed.links += links
    for (const host of pixels) if (hosts.size < mostHosts) hosts.add(host)
    return encode(part, result.html)
  }
  const closePart = async (): Promise<Buffer[]> => {
    const part = html
    html = undefined
    return part ? rewrite(part) : []
  }
  const read = async (chunk: Chunk): Promise<Buffer[]> => {
    if (chunk.type === 'body') {
      if (!html) return [chunk.value]
      html.encoded.push(chunk.value)
      html.size += chunk.value.length
      if (html.size <= longestHtml) return []
      const bytes = skip(html)
      html = undefined
      return bytes
    }
    const before = await closePart()
    if (chunk.type === 'data') return [...before, chunk.value]
    if (isHtml(chunk)) html = { node: chunk, encoded: [], size: 0 }
    return [...before, chunk.getHeaders()]
  }

  async function* readAll(chunks: Chunk[]): AsyncGenerator<Buffer, boolean> {
    for (const chunk of chunks) {
      if (chunk.type === 'node' && sealed.has(chunk.contentType || '')) return true
      yield* await read(chunk)
    }
    return false
  }
  for await (const piece of message) if (yield* readAll(await splitter.write(piece))) return nothingRead
  if (yield* readAll(await splitter.end())) return nothingRead
  yield* await closePart()
  const { pixels, links, skipped } = removed
  return { pixels, links, hosts: [...hosts], ...(skipped && { skipped: 'parts' }) }
}

const isHtml = ({ contentType, disposition, filename }: MimeNode): boolean =>
  contentType === 'text/html' &&
  disposition !== 'attachment' &&
  (disposition !== 'inline' || filename === false)

async function decode({ node, encoded }: HtmlPart): Promise<Buffer> {
  const decoder = openDecoder(node)
  const decoded: Buffer[] = []
  for (const bytes of encoded) decoded.push(...(await decoder.write(bytes)))
  return Buffer.concat([...decoded, ...(await decoder.end())])
}

async function encode({ node, encoded }: HtmlPart, html: Buffer): Promise<Buffer[]> {
  if (plain.has(node.encoding || '')) return [html]
  const encoder = feed<Buffer>(node.getEncoder())
  const text = node.encoding === 'base64' ? html : withLineEnds(html)
  const bytes = Buffer.concat([...(await encoder.write(text)), ...(await encoder.end())])
  return endsLine(Buffer.concat(encoded)) && !endsLine(bytes) ? [bytes, lineEnd] : [bytes]
}

const endsLine = (bytes: Buffer): boolean => bytes.at(-1) === 0x0a

/** A text whose lines all end in CRLF: quoted-printable leaves a line end as it is, and a mail has no other. */
const withLineEnds = (text: Buffer): Buffer =>
  Buffer.from(text.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n'), 'latin1')
