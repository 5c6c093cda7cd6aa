import SMTPPool from 'nodemailer/lib/smtp-pool'
import { promisify } from 'node:util'
import { attemptTimeMs } from './attempt-time.ts'
import { DeliveryError } from './delivery-error.ts'
import { streamOf } from './raw-of.ts'
import type { TransportMessage, Transport } from './send-outbound.ts'
import { withDeadline } from './with-deadline.ts'

// Of silence.
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 120_000 }
// Up to three messages wait for the connection of another.
const smarthostTimeMs = (size: number): number => 4 * attemptTimeMs(size)

/**
 * Hands messages to the operator's mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param options `hostname`: the name to say EHLO with; `attemptMs`: how long an attempt may take at most, whatever the server
 *   sends meanwhile, and the wait for a connection included
 */
export function createSmarthostTransport(
  url: string,
  {
    hostname,
    connections,
    attemptMs = smarthostTimeMs,
  }: { hostname: string; connections: number; attemptMs?: (size: number) => number },
): { transport: Transport; close: () => void } {
  const pool = new SMTPPool({ url, maxConnections: connections, name: hostname, ...timeouts })
  const send = promisify(pool.send.bind(pool))
  return {
    async transport(outbound) {
      await withDeadline(attemptMs(outbound.size), (deadline) =>
        // Closes the connection too, which would be taken for good.
        send(finished(outbound, deadline)).catch((error: unknown) => {
          throw deadline.aborted ? new DeliveryError('451 4.4.2 The smarthost did not answer in time') : error
        }),
      )
    },
    close: () => pool.close(),
  }
}

/** A message in the form that nodemailer's composer gives to the pool; ours is complete, so it skips the composer. */
function finished(outbound: TransportMessage, signal: AbortSignal) {
  const message = {
    getEnvelope: () => ({ from: outbound.mailFrom, to: [outbound.rcptTo] }),
    messageId: () => '',
    getHeader: () => '',
    createReadStream: () => streamOf(outbound),
  }
  // The pool asks for these fields of a composed message only.
  return { data: { ...(outbound.dsn && { dsn: outbound.dsn }), signal }, message } as unknown as Parameters<
    SMTPPool['send']
  >[0]
}
