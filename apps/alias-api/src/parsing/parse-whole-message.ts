import { parseLargeMessage } from './parse-large-message.ts'
import { parseMessage, type ParsedMessage } from './parse-message.ts'

// Without any of these, a message has texts alone: the default type of a part is a text, except in a digest.
const signOfFiles =
  /^content-(?:disposition|type)[ \t]*:(?!\s{0,8}(?:text\/(?:plain|html)|multipart\/(?!digest)))/im

/**
 * Parses a message that is in memory. One with files is parsed as a large one is, so that its files have the same bytes
 * whatever the size of the message; for one without, that would take three times as long.
 */
export async function parseWholeMessage(content: Buffer): Promise<ParsedMessage> {
  if (!signOfFiles.test(content.toString('latin1'))) return parseMessage(content)
  const files = new Map<number, Buffer[]>()
  const reading = parseLargeMessage(inOnePiece(content))
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

async function* inOnePiece(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
