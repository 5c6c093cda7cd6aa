import { exchangeWithParent, requestPieces } from '../reader-processes/exchange-with-parent.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'
import { parseLargeMessage } from './parse-large-message.ts'
import { parseWholeMessage } from './parse-whole-message.ts'
import type { ParserAnswer, ParserRequest } from './parser-request.ts'
import { PlainBlob } from './plain-blob.ts'

// postal-mime collects each decoded part in a Blob, and Node's costs ten times as much as all other work on a
// message.
Object.assign(globalThis, { Blob: PlainBlob })

// Ctrl-C signals the whole process group. The parser finishes its message, and its parent ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const send = (answer: ParserAnswer) => process.send!(answer)

async function parseLarge(): Promise<ParserAnswer> {
  // Frees the previous message, which V8 would otherwise keep until there is much more garbage.
  globalThis.gc?.()
  const reading = parseLargeMessage(requestPieces())
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) await exchangeWithParent(next.value satisfies ParserAnswer)
  return { parsed: next.value }
}

const answer = (parsing: Promise<ParserAnswer>) =>
  parsing.catch((error: unknown) => ({ error: String(error) })).then(send)

// Parses one message after the other. Ends with its parent.
process.on('message', (request: ParserRequest) => {
  if (request instanceof Uint8Array)
    void answer(parseWholeMessage(toBuffer(request)).then((parsed) => ({ parsed })))
  else if ('isLarge' in request) void answer(parseLarge())
})
process.send!('ready')
