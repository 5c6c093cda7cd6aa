import { parseLargeMessage } from './parse-large-message.ts'
import { parseMessage, type ParsedMessage } from './parse-message.ts'

// Without any of these, a message has texts alone, which need no decoding but that of postal-mime: the default type of a
// part is a text, except in a digest.
const signOfMore = [
  /^content-(?:disposition|type)[ \t]*:(?!\s{0,8}(?:text\/(?:plain|html)|multipart\/(?!digest)))/im,
  /^content-transfer-encoding[ \t]*:(?!\s{0,8}(?:[78]bit|binary|quoted-printable)\s)/im,
  /utf-?7/i,
]

/**
 * Parses a message that is in memory. It is parsed as a large one is, so that the same is read in it whatever its size,
 * unless it has nothing but texts that are easy to read: for those, that would take three times as long.
 */
export async function parseWholeMessage(content: Buffer): Promise<ParsedMessage> {
  const text = content.toString('latin1')
  if (!signOfMore.some((sign) => sign.test(text))) {
    // What is nested too deeply is refused as a whole; it is read up to there below.
    const parsed = await parseMessage(content).catch(() => undefined)
    if (parsed && isReadable(parsed)) return withoutEncodedLineEnds(parsed)
  }
  const files = new Map<number, Buffer[]>()
  const reading = parseLargeMessage(inPieces(content))
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) {
    const { file, bytes } = next.value
    const pieces = files.get(file)
    if (pieces) pieces.push(bytes)
    else files.set(file, [bytes])
  }
  const { attachments, ...texts } = next.value
  return {
    ...texts,
    attachments: attachments.map((each, file) => ({
      ...each,
      content: Buffer.concat(files.get(file) ?? []),
    })),
  }
}

/** As in a large message, line ends that are encoded in quoted-printable (`=0D=0A`) are like those between lines. */
const withoutEncodedLineEnds = (parsed: ParsedMessage): ParsedMessage => ({
  ...parsed,
  text: parsed.text.replaceAll('\r\n', '\n'),
  html: parsed.html.replaceAll('\r\n', '\n'),
})

/** Whether no bytes were unknown to their charset. */
const isReadable = ({ from, fromName, subject, text, html }: ParsedMessage): boolean =>
  ![from, fromName, subject, text, html].some((shown) => shown.includes('\uFFFD'))

// What was found is kept by the piece, where there is too much.
const pieceBytes = 65_536

async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += pieceBytes)
    yield content.subarray(start, start + pieceBytes)
}
