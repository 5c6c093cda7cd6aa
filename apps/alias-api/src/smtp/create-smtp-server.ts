import { callbackify } from 'node:util'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Logger } from '@waypost/http'
import { carryTrace, continueTrace } from '@waypost/telemetry'
import type { Clock } from '@waypost/postgres'
import { acceptParts } from '../inbound/accept-parts.ts'
import type { Postmaster } from '../inbound/role-address.ts'
import { messageSizes } from '../limits/message-sizes.ts'
import { adaptConnection } from './commands/adapt-connection.ts'
import { checkParameters } from './commands/check-parameters.ts'
import { readDsn } from './commands/read-dsn.ts'
import { createClientLimits, type ClientLimitOptions } from './client-limits.ts'
import { chooseToClose } from './choose-to-close.ts'
import { createInboundPace } from './inbound-pace.ts'
import type { MailDatabases } from './mail-databases.ts'
import { answerHalfClosed } from './commands/answer-half-closed.ts'
import { offerChunking } from './commands/offer-chunking.ts'
import { createPriority, type Priority } from './priority.ts'
import { readContent, type MemoryBudget } from './content/read-content.ts'
import { createRecipientChecker, isReverse, senderOf } from './recipient-checker.ts'
import { noSuchAlias, Refusal, tooBusy, tooManyConnections, tryLater } from './refusal.ts'

/** The answer to a complete message: accepted, permanently refused, or temporarily refused. */
export type Handover = 'accepted' | 'refused' | 'deferred'

export interface SmtpOptions {
  /** The name of the server in its greeting. */
  hostname: string
  /** Absent: connections are not encrypted. */
  tls?: { cert: Buffer; key: Buffer } | undefined
  maxClients: number
  /** The limits of one client. */
  limits: ClientLimitOptions
  /** How many mails an account may receive. */
  mailsPerMinute: number
  /** Called with the answer to each complete message. */
  onMessage?: (outcome: Handover) => void
  /** Lets clients that wait for an answer go before background work. */
  priority?: Pick<Priority, 'first'>
  /** Absent: mail to role addresses is refused like mail for any unknown address. */
  postmaster?: Postmaster | undefined
}

const maxRecipients = 100
// Enough for two hundred large messages at a time, or any number of ordinary ones.
const budgetBytes = 100 * 1024 * 1024
const drainMs = 10_000
// Enough for the largest message over a modem; a client that takes longer can retry.
const longestConnectionMs = 30 * 60_000
const closedEveryMs = 1000
// The library answers these with jokes.
const uselessCommands = ['WIZ', 'SHELL', 'KILL']

const received = { kind: 'server' as const, attributes: { 'network.protocol.name': 'smtp' } }

/** Creates the SMTP server. It accepts mail from anybody, for live aliases only. */
export function createSmtpServer(
  databases: MailDatabases,
  {
    hostname,
    tls,
    maxClients,
    limits,
    mailsPerMinute,
    postmaster,
    onMessage,
    priority = createPriority(),
  }: SmtpOptions,
  clock: Clock,
  logger: Logger,
): SMTPServer {
  const budget: MemoryBudget = { bytes: budgetBytes }
  const clients = createClientLimits(limits, clock.now)
  const pace = createInboundPace(mailsPerMinute, clock.now)
  const checker = createRecipientChecker(databases, { clients, pace, postmaster })
  const admitted = new WeakMap<SMTPServerSession, number>()

  const admit = async (session: SMTPServerSession): Promise<void> => {
    for (const connection of server.connections) {
      if (connection.session !== session) continue
      adaptConnection(connection)
      offerChunking(connection)
      answerHalfClosed(connection)
    }
    if (!clients.admit(session.remoteAddress)) throw tooManyConnections()
    const now = clock.now()
    admitted.set(session, now)
    if (server.connections.size <= maxClients) return
    const others = [...server.connections].flatMap((connection) => {
      const openedAt = connection.session === session ? undefined : admitted.get(connection.session)
      return openedAt === undefined ? [] : [{ connection, ip: connection.session.remoteAddress, openedAt }]
    })
    const closed = chooseToClose(others, session.remoteAddress, now)
    if (!closed) throw tooBusy()
    admitted.delete(closed.connection.session)
    clients.release(closed.ip)
    closed.connection.send(421, tooBusy().message)
  }
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const content = await readContent(stream, budget, messageSizes, checker.storageOf(session))
    checker.countBytes(session, content.size)
    const parts = await checker.listParts(session)
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    const message = {
      ...content,
      mailFrom: senderOf(session),
      recipients,
      dsn: readDsn(session.envelope),
      clientIp: session.remoteAddress,
      clientName: session.hostNameAppearsAs,
      trace: carryTrace(),
    }
    // The recipients of a mail are all reverse addresses, or none is.
    if (recipients.some(isReverse)) return parts[0]!.database.acceptReply(message)
    const acceptance = await priority.first(() => acceptParts(message, parts))
    if (acceptance !== 'accepted') throw noSuchAlias(acceptance === 'blocked' ? 'blocked' : undefined)
  }
  const receiveAndNote = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    try {
      await receive(stream, session)
      onMessage?.('accepted')
    } catch (error) {
      const refusal = error instanceof Refusal ? error : tryLater()
      if (!isGone(error)) {
        checker.noteRefusal(session, refusal)
        onMessage?.(refusal.responseCode < 500 ? 'deferred' : 'refused')
      }
      throw error
    }
  }
  const refuseInWords = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (isGone(error)) logger.debug({ err: error }, 'smtp')
      else logger.error({ err: error }, 'could not accept a message')
      throw tryLater()
    }
  }

  const server = new SMTPServer({
    name: hostname,
    banner: 'Waypost',
    // What is announced is the size as it is sent.
    size: messageSizes.message,
    rejectOversized: true,
    maxRecipients,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: false,
    // For those that are refused, or being closed: `admit` keeps to the limit.
    maxClients: 2 * maxClients,
    closeTimeout: drainMs,
    allowHalfOpen: true,
    ...(tls && { cert: tls.cert, key: tls.key }),
    disabledCommands: [...uselessCommands, 'AUTH', ...(tls ? [] : ['STARTTLS'])],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onConnect: (session, callback) => callbackify(() => admit(session))(callback),
    onClose: (session) => {
      if (admitted.has(session)) clients.release(session.remoteAddress)
    },
    onMailFrom: (path, session, callback) =>
      callbackify(async () => checkParameters('MAIL', path, session.envelope))(callback),
    onRcptTo: (path, session, callback) =>
      callbackify(() => refuseInWords(checker.check(path, session)))(callback),
    onData: (stream, session, callback) =>
      callbackify(() =>
        continueTrace(undefined, 'receive mail', received, () =>
          refuseInWords(receiveAndNote(stream, session)),
        ),
      )(callback),
  })
  // The library's timeout restarts with every byte that a client sends.
  const closeLongOnes = (): void => {
    const now = clock.now()
    for (const connection of server.connections)
      if (now - (admitted.get(connection.session) ?? now) > longestConnectionMs)
        connection.send(421, '4.4.2 This takes too long')
  }
  const closing = setInterval(closeLongOnes, closedEveryMs).unref()
  server.server.on('close', () => clearInterval(closing))
  // Errors of connections: clients that disconnect, failed handshakes.
  server.on('error', (error: Error) => logger.debug({ err: error }, 'smtp'))
  return server
}

/** Whether the client disconnected before the end of its message, which is no fault of this server. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNECTION'
