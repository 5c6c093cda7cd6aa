import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { waitFor } from './wait-for.ts'

interface SunkMail {
  from: string
  to: string[]
  /** The raw bytes. */
  content: Buffer
  /** In milliseconds since the epoch. */
  receivedAt: number
  /** Only for mail that arrived encrypted. */
  isEncrypted?: true
  /** What the client said of delivery status notifications, where the server announces DSN. */
  dsn?: object
}

/** The stage at which a conversation is refused, with its code; absent: never. */
interface SinkRefusal {
  at: 'connect' | 'recipient' | 'content'
  code: number
  message?: string
}

export interface MailSink {
  /** `smtp://127.0.0.1:…` */
  url: string
  mails: SunkMail[]
  /** How many connections have been opened. */
  connections: number
  /** Closes every open connection without a word. */
  disconnect(): void
  /** The refusals of the next conversations; the last one stays in effect. */
  refuse(...refusals: (SinkRefusal | undefined)[]): void
  /** Waits until `count` mails have arrived, and returns all of them. */
  waitForMails(count: number, timeoutMs?: number): Promise<SunkMail[]>
  close(): Promise<void>
}

/**
 * A real SMTP server on loopback that accepts mail for every recipient and stores it byte for byte.
 *
 * @param options `tls`: the certificate for STARTTLS; absent: no encryption; `announcesDsn`: by default it does not
 */
export async function startMailSink({
  tls,
  announcesDsn = false,
}: { tls?: { cert: Buffer; key: Buffer }; announcesDsn?: boolean } = {}): Promise<MailSink> {
  const mails: SunkMail[] = []
  let refusals: (SinkRefusal | undefined)[] = [undefined]
  let current: SinkRefusal | undefined
  const refusalAt = (at: SinkRefusal['at']) =>
    current?.at === at
      ? Object.assign(new Error(current.message ?? 'refused'), { responseCode: current.code })
      : undefined

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    ...(tls && { cert: tls.cert, key: tls.key }),
    disableReverseLookup: true,
    hideDSN: !announcesDsn,
    closeTimeout: 1,
    onConnect: (_session, callback) => {
      current = refusals.length > 1 ? refusals.shift() : refusals[0]
      callback(refusalAt('connect'))
    },
    onRcptTo: (_address, _session, callback) => callback(refusalAt('recipient')),
    onData: (stream, { envelope, secure }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refusal = refusalAt('content')
        if (!refusal) {
          mails.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            content: Buffer.concat(chunks),
            receivedAt: Date.now(),
            ...(secure && { isEncrypted: true }),
            ...(announcesDsn && { dsn: { ...envelope.dsn, ...envelope.rcptTo[0]?.dsn } }),
          })
        }
        callback(refusal)
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const sockets: Socket[] = []
  listening.on('connection', (socket) => sockets.push(socket))
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    get connections() {
      return sockets.length
    },
    disconnect() {
      for (const socket of sockets) socket.destroy()
    },
    refuse(...next) {
      refusals = next
    },
    waitForMails: (count, timeoutMs) =>
      waitFor(`${count} mails`, () => mails.length >= count && mails, timeoutMs),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
