import crypto from 'node:crypto'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import type { DnsOptions } from '../services.ts'
import { toBuffer } from '../reader-processes/to-buffer.ts'
import type { Authenticity, ReceivedMessage } from './authenticity.ts'
import { cacheKeys } from './cached-keys.ts'
import { checkAuthenticity } from './check-authenticity.ts'
import { readHeaders, type HeaderReader } from './header-reader.ts'

/** A request to check a message. */
export interface CheckRequest {
  id: number
  message: Omit<ReceivedMessage, 'content' | 'openWhole'> & { content: Uint8Array }
  dns: DnsOptions
  dnsMs: number
  /** Whether the content follows in pieces, from its first byte on. */
  isLarge: boolean
}

/** A piece of a large message; one without content ends it. */
export interface PieceOfMessage {
  id: number
  piece: Uint8Array | undefined
}

/** The result of a check or the reason for its failure; for a piece, that there is room for the next. */
export type CheckAnswer = { id: number } & (
  | { authenticity: Authenticity }
  | { error: string }
  | { isTaken: true }
)

const { MessageParser } = createRequire(import.meta.url)('mailauth/lib/dkim/message-parser.js') as {
  MessageParser: { prototype: HeaderReader }
}
// mailauth alone takes them from there: everything else in this process imports them by name.
Object.assign(crypto, cacheKeys(crypto))
Object.assign(MessageParser.prototype, readHeaders(MessageParser.prototype))

const respond = (answer: CheckAnswer) => process.send!(answer)

const incoming = new Map<number, PassThrough>()

// Ctrl-C signals the whole process group. The checker finishes its checks, and its parent ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Checks many messages at a time, since each mostly waits for DNS. Ends with its parent.
process.on('message', (request: CheckRequest | PieceOfMessage) => {
  if ('piece' in request) takePiece(request)
  else void check(request)
})
process.send!('ready')

function takePiece({ id, piece }: PieceOfMessage): void {
  if (piece) incoming.get(id)?.write(toBuffer(piece), () => respond({ id, isTaken: true }))
  else incoming.get(id)?.end()
}

async function check({ id, message, dns, dnsMs, isLarge }: CheckRequest): Promise<void> {
  const whole = isLarge ? new PassThrough() : undefined
  if (whole) {
    incoming.set(id, whole)
    // Frees the previous message, which V8 would otherwise keep until there is much more garbage.
    globalThis.gc?.()
  }
  const content = toBuffer(message.content)
  try {
    const received = { ...message, content, ...(whole && { openWhole: () => whole }) }
    respond({ id, authenticity: await checkAuthenticity(received, dns, dnsMs) })
  } catch (error) {
    respond({ id, error: String(error) })
  } finally {
    incoming.delete(id)
  }
}
