import type { MimeNode } from '@zone-eu/mailsplit'
import type { Fed } from './feed.ts'
import { isOfDigest, isShownText, isTextType } from './is-shown-text.ts'
import { openDecoder } from './open-decoder.ts'
import { openSplitter, type SplitChunk } from './open-splitter.ts'
import {
  hasLongFields,
  maxAttachments,
  maxNestingDepth,
  maxTextLength,
  parseMessage,
  type ParsedAttachment,
  type ParsedMessage,
  withoutFolders,
  withShownFields,
} from './parse-message.ts'
import { fieldsToUtf8, toUtf8 } from './to-utf8.ts'

/** A piece of an attachment. The pieces of one file follow each other without those of another. */
export interface FilePiece {
  /** The index of the attachment. */
  file: number
  bytes: Buffer
}

// The limit for all headers, and for the text between the parts.
const maxStructureBytes = 2 * 1024 * 1024
// As the splitter names its own limits.
const limitCode = 'EMAXLEN'
const lineEnd = Buffer.from('\r\n')
const newline = 0x0a
const equalsSign = 0x3d
// Less than this is not worth a collection.
const garbageBytes = 1024 * 1024

/** How a part ends: with the message, or at a boundary, to which the line end before it belongs; also that of a blank line. */
type PartEnd = 'end' | 'boundary' | 'blank line'

/** A part without parts of its own, and where its bytes go. */
interface Leaf {
  decoder: Fed<Buffer>
  take(bytes: Buffer): FilePiece[]
  end(end: PartEnd): void
}

/**
 * Parses a message that is too large for memory: at most its headers, the beginning of its texts, and one piece are
 * in memory. A message in the message is an attachment like any other.
 *
 * What comes after more headers or parts than that, or is in deeper parts, is left out.
 *
 * @returns yields the pieces of its files, and returns everything else with their sizes; throws where the header itself is too
 * large
 */
export async function* parseLargeMessage(
  message: AsyncIterable<Buffer>,
): AsyncGenerator<FilePiece, ParsedMessage> {
  const splitter = openSplitter()
  const attachments: ParsedAttachment[] = []
  // The message without its files, and with its texts in base64: on one line each, since postal-mime's cost is per
  // line.
  const outline: Buffer[] = []
  let structureBytes = 0
  let textBytes = 0
  let readBytes = 0
  let leaf: Leaf | undefined
  let isBegun = false
  /** Of the part so far, as it is in the message. */
  let lastByte: number | undefined
  /** The part so far, where it is one line end. */
  let blank: Buffer | undefined
  const depths = new WeakMap<MimeNode, number>()
  let isCut = false

  const keep = (structure: Buffer): void => {
    structureBytes += structure.length
    if (structureBytes > maxStructureBytes) throw tooMuch('it has too many headers and parts')
    outline.push(fieldsToUtf8(structure))
  }
  const openFile = (part: MimeNode): Leaf => {
    const whole = toAttachment(part)
    if (hasLongFields(whole)) isCut = true
    const attachment = withShownFields(whole)
    const file = attachments.push(attachment) - 1
    const take = (bytes: Buffer): FilePiece[] => {
      attachment.size += bytes.length
      return file < maxAttachments ? [{ file, bytes }] : []
    }
    return { decoder: openDecoder(part), take, end() {} }
  }
  const openText = (part: MimeNode): Leaf => {
    const text: Buffer[] = []
    const take = (bytes: Buffer): FilePiece[] => {
      if (textBytes < maxTextLength) text.push(Buffer.from(bytes.subarray(0, maxTextLength - textBytes)))
      textBytes += bytes.length
      return []
    }
    const end = (how: PartEnd) => {
      const decoded = Buffer.concat(text)
      const converted = toUtf8(decoded, part.charset, textBytes > maxTextLength)
      if (converted) part.setCharset('utf-8')
      if (part.headers) part.headers.update('Content-Transfer-Encoding', 'base64')
      keep(part.getHeaders())
      // The boundary that follows may be without the line end before it.
      outline.push(toBase64(part, converted ?? decoded, lacksLineEnd(part, how)), lineEnd)
    }
    return { decoder: openDecoder(part), take, end }
  }
  const lacksLineEnd = ({ encoding }: MimeNode, how: PartEnd): boolean => {
    if (how === 'blank line') return true
    if (lastByte === undefined || (how === 'end' && lastByte === newline)) return false
    const isSoftBreak = encoding === 'quoted-printable' && lastByte === equalsSign
    return !isSoftBreak
  }
  const open = (part: MimeNode): Leaf | undefined => {
    const depth = part.parentNode ? (depths.get(part.parentNode) ?? 0) + 1 : 0
    depths.set(part, depth)
    if (part.multipart && depth >= maxNestingDepth) {
      // In the outline it is a part without parts, since its boundary is there already.
      outline.push(Buffer.from('Content-Type: application/octet-stream\r\n\r\n'))
      throw tooMuch('its parts are nested too deeply')
    }
    if (isShownText(part)) return openText(part)
    const file = part.multipart ? undefined : openFile(part)
    // So that the outline has no empty text in its place.
    if (part.headers && file && isTextType(part))
      part.headers.update('Content-Type', 'application/octet-stream')
    keep(part.getHeaders())
    return file
  }
  async function* write(bytes: Buffer): AsyncGenerator<FilePiece> {
    lastByte = bytes.at(-1) ?? lastByte
    if (leaf) for (const decoded of await leaf.decoder.write(bytes)) yield* leaf.take(decoded)
  }
  async function* close(how: PartEnd): AsyncGenerator<FilePiece> {
    if (!leaf) return
    if (blank) yield* write(blank)
    blank = undefined
    const ended = leaf
    leaf = undefined
    for (const bytes of await ended.decoder.end()) yield* ended.take(bytes)
    ended.end(how)
  }
  async function* read(chunk: SplitChunk): AsyncGenerator<FilePiece> {
    if (chunk.type === 'body') {
      const bytes = blank ? Buffer.concat([blank, chunk.value]) : chunk.value
      blank = isBegun || !bytes.equals(lineEnd) ? undefined : bytes
      isBegun = true
      if (!blank) yield* write(bytes)
      return
    }
    // Of a part that is one blank line, the splitter gives the line end as the part or with the boundary, to which it belongs.
    const start = chunk.type === 'data' ? chunk.value.subarray(0, 4).toString('latin1') : ''
    const isBlank = blank ? start.startsWith('--') : !isBegun && start === '\r\n--'
    if (isBlank) blank = undefined
    yield* close(isBlank ? 'blank line' : 'boundary')
    isBegun = false
    lastByte = undefined
    if (chunk.type === 'node') leaf = open(chunk)
    else keep(Buffer.from(chunk.value))
  }

  try {
    for await (const piece of message) {
      readBytes += piece.length
      for (const chunk of await splitter.write(piece)) yield* read(chunk)
    }
    for (const chunk of await splitter.end()) yield* read(chunk)
    yield* close('end')
  } catch (error) {
    // Without anything that was found, its head is read as a message of its own.
    if ((error as { code?: unknown }).code !== limitCode || outline.length === 0) throw error
    isCut = true
    yield* close('end')
  }
  // The next call takes the most memory, so the garbage of the pieces goes first.
  if (readBytes > garbageBytes) globalThis.gc?.()
  const parsed = await parseMessage(Buffer.concat(outline), { messageDepth: 0 })
  return {
    ...parsed,
    isTruncated:
      isCut || parsed.isTruncated || textBytes > maxTextLength || attachments.length > maxAttachments,
    attachments: attachments.slice(0, maxAttachments),
  }
}

const tooMuch = (message: string) => Object.assign(new Error(message), { code: limitCode })

/**
 * Encodes a text as postal-mime decodes a small message: if it was not base64, line by line, each with its line end.
 */
function toBase64({ encoding }: MimeNode, text: Buffer, lacksLineEnd: boolean): Buffer {
  if (encoding === 'base64') return Buffer.from(text.toString('base64'))
  const lines = `${text.toString('latin1')}${lacksLineEnd ? '\r\n' : ''}`.replaceAll('\r\n', '\n')
  return Buffer.from(Buffer.from(lines, 'latin1').toString('base64'))
}

function toAttachment(part: MimeNode): ParsedAttachment {
  const { filename, contentType, disposition, headers } = part
  const contentId = headers ? headers.getFirst('Content-ID').replaceAll(/^<|>$/g, '') : ''
  return {
    filename: filename === false ? null : withoutFolders(filename),
    contentType: isOfDigest(part) ? 'message/rfc822' : contentType || '',
    contentId: contentId === '' ? null : contentId,
    isInline: disposition === 'inline' || (contentId !== '' && isRelated(part)),
    size: 0,
    content: Buffer.alloc(0),
    restId: null,
  }
}

const isRelated = ({ parentNode }: MimeNode): boolean =>
  parentNode !== false && (parentNode.multipart === 'related' || isRelated(parentNode))
