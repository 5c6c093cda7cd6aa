import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { startReplyDeadline } from './reply-deadline.ts'
import type { TransportMessage } from './send-outbound.ts'

/**
 * How a connection is encrypted: to any certificate where the host offers it, only to one that is valid for the host,
 * or not at all.
 */
export type Encryption = 'any' | 'valid' | 'none'

/** A connection to a mail server that has been greeted, and encrypted where it should be. */
export interface MxConnection {
  /** Hands a message over; one at a time. Rejects with the server's refusal, or when the deadline is over. */
  send(
    envelope: Pick<TransportMessage, 'mailFrom' | 'rcptTo' | 'dsn'>,
    raw: Buffer | Readable,
    deadline: AbortSignal,
  ): Promise<void>
  /** False once either side has closed it. */
  isOpen(): boolean
  /** In milliseconds since the epoch. */
  openedAt: number
  /** How many messages it has taken. */
  taken(): number
  /** Says goodbye. */
  quit(): void
  destroy(): void
}

interface MxConnectionOptions {
  host: string
  port: number
  /** The own name. */
  name: string
  encryption: Encryption
  openedAt: number
  /** How long the host may take over each reply, in milliseconds. */
  replyMs: number
}

// The second is of silence, while the host reads a message.
const timeouts = { greetingTimeout: 30_000, socketTimeout: 60_000 }

/** Rejects with the server's refusal, or when the deadline is over. */
export async function openMxConnection(
  socket: Socket,
  { host, port, name, encryption, openedAt, replyMs }: MxConnectionOptions,
  deadline: AbortSignal,
): Promise<MxConnection> {
  const { promise: closed, reject: close } = Promise.withResolvers<never>()
  // Nobody may be waiting when the server closes it.
  closed.catch(() => {})
  const replies = startReplyDeadline(replyMs, () => {
    close(Object.assign(new Error('A reply has not ended in time'), { code: 'ETIMEDOUT' }))
    destroy()
  })
  const connection = new SMTPConnection({
    host,
    port,
    name,
    connection: socket,
    ignoreTLS: encryption === 'none',
    opportunisticTLS: encryption === 'any',
    requireTLS: encryption === 'valid',
    tls: {
      servername: host,
      rejectUnauthorized: encryption === 'valid',
      minVersion: encryption === 'valid' ? 'TLSv1.2' : 'TLSv1',
    },
    ...timeouts,
    ...replies.options,
  })
  let isOpen = true
  let taken = 0
  connection.on('error', close)
  connection.on('end', () => {
    isOpen = false
    replies.end()
    // nodemailer closes the connection before it passes on a 421, which is the reason to give.
    queueMicrotask(() => {
      close(Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' }))
    })
  })
  const destroy = (): void => {
    isOpen = false
    connection.close()
    socket.destroy()
  }
  const untilDeadline = async (
    signal: AbortSignal,
    step: (done: (error?: Error | null) => void) => void,
  ): Promise<void> => {
    signal.addEventListener('abort', destroy)
    try {
      const stepped = new Promise<void>((resolve, reject) => {
        step((error) => (error ? reject(error) : resolve()))
      })
      await Promise.race([stepped, closed])
    } catch (error) {
      destroy()
      throw error
    } finally {
      signal.removeEventListener('abort', destroy)
    }
  }
  await untilDeadline(deadline, (done) => connection.connect(done))
  return {
    async send({ mailFrom, rcptTo, dsn }, raw, signal) {
      const envelope = { from: mailFrom, to: rcptTo, ...(dsn && { dsn }) }
      await untilDeadline(signal, (done) => connection.send(envelope, raw, done))
      taken += 1
    },
    isOpen: () => isOpen,
    openedAt,
    taken: () => taken,
    quit: () => connection.quit(),
    destroy,
  }
}
