import { buffer } from 'node:stream/consumers'
import { pieceBytes } from '../storage/storage.ts'
import { inPieces } from '../storage/in-pieces.ts'
import type { MessageParser } from './message-parser.ts'
import { parseMessage, type ParsedAttachment } from './parse-message.ts'

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** For tests: reads messages in this process, with all of a large one in its memory. */
export const readerInProcess: Omit<MessageParser, 'close'> = {
  parse: parseMessage,
  async parseLarge({ open }, keep) {
    const parsed = await parseMessage(await buffer(open()))
    const attachments: ParsedAttachment[] = []
    for (const attachment of parsed.attachments) {
      const isLarge = attachment.size > pieceBytes
      const kept = isLarge && {
        content: Buffer.alloc(0),
        restId: await keep(inPieces(only(attachment.content))),
      }
      attachments.push({ ...attachment, ...kept })
    }
    return { ...parsed, attachments }
  },
}
