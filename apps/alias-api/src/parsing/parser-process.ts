import { once } from 'node:events'
import { toBuffer } from '../reader-processes/to-buffer.ts'
import { parseLargeMessage } from './parse-large-message.ts'
import { parseMessage } from './parse-message.ts'
import type { ParserAnswer, ParserRequest } from './parser-request.ts'
import { PlainBlob } from './plain-blob.ts'

// postal-mime collects each part that it decodes in a Blob, and Node's costs ten times what all else of a message does.
Object.assign(globalThis, { Blob: PlainBlob })

// Whoever stops the process that asks may tell all that belongs to it; what is being read is read to its end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const say = (answer: ParserAnswer) => process.send!(answer)

async function ask(answer: ParserAnswer): Promise<ParserRequest> {
  const next = once(process, 'message')
  say(answer)
  const [request] = (await next) as [ParserRequest]
  return request
}

async function* askForPieces(): AsyncGenerator<Buffer> {
  for (;;) {
    const request = await ask({ wants: 'piece' })
    if (!('piece' in request) || request.piece === null) return
    yield toBuffer(request.piece)
  }
}

async function parseLarge(): Promise<ParserAnswer> {
  // What the one before has left behind, which V8 would keep until there is much more of it.
  globalThis.gc?.()
  const reading = parseLargeMessage(askForPieces())
  let next = await reading.next()
  for (; !next.done; next = await reading.next()) await ask(next.value)
  return { parsed: next.value }
}

const answer = (parsing: Promise<ParserAnswer>) =>
  parsing.catch((error: unknown) => ({ error: String(error) })).then(say)

// One message after the other: what it says, or why that cannot be told. Ends with the process that asks.
process.on('message', (request: ParserRequest) => {
  if (request instanceof Uint8Array)
    void answer(parseMessage(toBuffer(request)).then((parsed) => ({ parsed })))
  else if ('isLarge' in request) void answer(parseLarge())
})
process.send!('ready')
