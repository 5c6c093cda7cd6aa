import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { rawOf } from './raw-of.ts'
import type { TransportMessage, Transport } from './send-outbound.ts'

const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 120_000 }

/**
 * Hands messages to the operator's mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param options `hostname`: the name to say EHLO with
 */
export function createSmarthostTransport(
  url: string,
  { hostname, connections }: { hostname: string; connections: number },
): { transport: Transport; close: () => void } {
  const pool = new SMTPPool({ url, maxConnections: connections, name: hostname, ...timeouts })
  const send = promisify(pool.send.bind(pool))
  return {
    transport: async (outbound) => void (await send(finished(outbound))),
    close: () => pool.close(),
  }
}

/** A message in the form that nodemailer's composer gives to the pool; ours is complete, so it skips the composer. */
function finished(outbound: TransportMessage) {
  const message = {
    getEnvelope: () => ({ from: outbound.mailFrom, to: [outbound.rcptTo] }),
    messageId: () => '',
    getHeader: () => '',
    createReadStream: () => {
      const raw = rawOf(outbound)
      return raw instanceof Readable ? raw : Readable.from([raw], { objectMode: false })
    },
  }
  // The pool asks for these fields of a composed message only.
  return { data: { ...(outbound.dsn && { dsn: outbound.dsn }) }, message } as unknown as Parameters<
    SMTPPool['send']
  >[0]
}
