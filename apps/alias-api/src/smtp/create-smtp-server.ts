import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Logger } from '@waypost/http'
import type { MailServices } from '../services.ts'
import { acceptMessage } from './accept-message.ts'
import { findFault, type Fault } from './find-fault.ts'
import { isReceiving } from './is-receiving.ts'
import { readContent, type Room } from './read-content.ts'

export interface SmtpOptions {
  /** What the server calls itself. */
  hostname: string
  /** Absent: connections are not encrypted. */
  tls?: { cert: Buffer; key: Buffer } | undefined
  maxClients: number
}

export const maxMessageBytes = 25 * 1024 * 1024
const maxRecipients = 100
// Twenty of the largest at a time, or any number of usual ones.
const roomBytes = 20 * maxMessageBytes
const drainMs = 10_000

/** Takes mail from anybody, for live aliases and for nobody else. */
export function createSmtpServer(
  services: MailServices,
  { hostname, tls, maxClients }: SmtpOptions,
  logger: Logger,
): SMTPServer {
  const room: Room = { bytes: roomBytes }

  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const content = await readContent(stream, room, maxMessageBytes)
    // It answers 552 by itself.
    if (stream.sizeExceeded) return
    if (!content) throw new Refusal(452, '4.3.1 Too much mail at the moment')
    const fault = findFault(content)
    if (fault) throw new Refusal(554, faultsInWords[fault])
    const { mailFrom, rcptTo } = session.envelope
    const isAccepted = await acceptMessage(services, {
      content,
      mailFrom: mailFrom === false ? '' : mailFrom.address,
      recipients: rcptTo.map(({ address }) => address),
      clientIp: session.remoteAddress,
      clientName: session.hostNameAppearsAs,
    })
    if (!isAccepted) throw noSuchAlias()
  }
  const refuseInWords = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      if (error instanceof Refusal) throw error
      logger.error({ err: error }, 'could not take mail')
      throw new Refusal(451, '4.3.0 Try again later')
    }
  }
  const checkRecipient = async (address: string): Promise<void> => {
    if (!(await isReceiving(services, address))) throw noSuchAlias()
  }

  const server = new SMTPServer({
    name: hostname,
    banner: 'Waypost',
    size: maxMessageBytes,
    rejectOversized: true,
    maxRecipients,
    maxClients,
    closeTimeout: drainMs,
    ...(tls && { cert: tls.cert, key: tls.key }),
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, callback) =>
      callbackify(() => refuseInWords(checkRecipient(address)))(callback),
    onData: (stream, session, callback) =>
      callbackify(() => refuseInWords(receive(stream, session)))(callback),
  })
  // Of connections: peers that go away, handshakes that fail.
  server.on('error', (error: Error) => logger.debug({ err: error }, 'smtp'))
  return server
}

/** An answer in the words of SMTP. */
class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const faultsInWords: Record<Fault, string> = {
  newline: '5.6.0 Lines must end in CRLF',
  author: '5.6.0 There must be one From field',
}

const noSuchAlias = () => new Refusal(550, '5.1.1 No such alias')
