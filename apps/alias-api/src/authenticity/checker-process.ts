import { PassThrough } from 'node:stream'
import type { DnsOptions } from '../services.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'
import type { Authenticity, ReceivedMessage } from './authenticity.ts'
import { checkAuthenticity } from './check-authenticity.ts'

/** A message to be checked. */
export interface CheckRequest {
  id: number
  message: Omit<ReceivedMessage, 'content' | 'openWhole'> & { content: Uint8Array }
  dns: DnsOptions
  dnsMs: number
  /** It comes in pieces, from its first byte on. */
  isLarge: boolean
}

/** A piece of a large message; without one, its end. */
export interface PieceOfMessage {
  id: number
  piece: Uint8Array | undefined
}

/** Of a message what was found, or why nothing was; of a piece that there is room for the next. */
export type CheckAnswer = { id: number } & (
  | { authenticity: Authenticity }
  | { error: string }
  | { isTaken: true }
)

const say = (answer: CheckAnswer) => process.send!(answer)

const coming = new Map<number, PassThrough>()

// Whoever stops the process that asks may tell all that belongs to it; what is being checked is checked to its end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Many at a time, since each mostly waits for DNS. Ends with the process that asks.
process.on('message', (request: CheckRequest | PieceOfMessage) => {
  if ('piece' in request) takePiece(request)
  else void check(request)
})
process.send!('ready')

function takePiece({ id, piece }: PieceOfMessage): void {
  if (piece) coming.get(id)?.write(toBuffer(piece), () => say({ id, isTaken: true }))
  else coming.get(id)?.end()
}

async function check({ id, message, dns, dnsMs, isLarge }: CheckRequest): Promise<void> {
  const whole = isLarge ? new PassThrough() : undefined
  if (whole) {
    coming.set(id, whole)
    // What the one before has left behind, which V8 would keep until there is much more of it.
    globalThis.gc?.()
  }
  const content = toBuffer(message.content)
  try {
    const received = { ...message, content, ...(whole && { openWhole: () => whole }) }
    say({ id, authenticity: await checkAuthenticity(received, dns, dnsMs) })
  } catch (error) {
    say({ id, error: String(error) })
  } finally {
    coming.delete(id)
  }
}
