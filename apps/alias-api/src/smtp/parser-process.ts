import { parseMessage, type ParsedMessage } from './parse-message.ts'
import type { ParserRequest } from './parser-request.ts'

// Whoever stops the process that asks may tell all that belongs to it; what is being read is read to its end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

async function answer(content: Buffer): Promise<void> {
  try {
    process.send!({ parsed: await parseMessage(content) })
  } catch (error) {
    process.send!({ error: String(error) })
  }
}

/** Of the large message that was asked for last. */
let message = Buffer.alloc(0)
let length = 0
let attachments: ParsedMessage['attachments'] = []

/** Keeps the bytes of the attachments, to be asked for. */
async function answerWithoutBytes(): Promise<void> {
  try {
    const parsed = await parseMessage(message)
    attachments = parsed.attachments
    message = Buffer.alloc(0)
    const empty = Buffer.alloc(0)
    process.send!({
      parsed: { ...parsed, attachments: attachments.map((each) => ({ ...each, content: empty })) },
    })
  } catch (error) {
    process.send!({ error: String(error) })
  }
}

// One message in, at once or in pieces, and one answer out: what it says, or why that cannot be told. Ends with the
// process that asks.
process.on('message', (request: ParserRequest) => {
  if (request instanceof Uint8Array) {
    void answer(toBuffer(request))
  } else if ('size' in request) {
    message = Buffer.alloc(request.size)
    length = 0
    attachments = []
  } else if ('piece' in request) {
    message.set(request.piece, length)
    length += request.piece.length
  } else if ('attachment' in request) {
    const { attachment, start, end } = request
    process.send!({ bytes: attachments[attachment]!.content.subarray(start, end) })
  } else {
    void answerWithoutBytes()
  }
})
process.send!('ready')
