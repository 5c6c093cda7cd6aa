import { createTransport } from 'nodemailer'
import { rawOf } from './raw-of.ts'
import type { Carry } from './send-departure.ts'

const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 120_000 }

/**
 * Hands messages to the operator's mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param options `hostname`: what to say hello with
 */
export function carryBySmarthost(
  url: string,
  { hostname, connections }: { hostname: string; connections: number },
): { carry: Carry; close: () => void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    name: hostname,
    ...timeouts,
  })
  return {
    carry: async (departure) => {
      const { mailFrom, rcptTo } = departure
      await transport.sendMail({ envelope: { from: mailFrom, to: rcptTo }, raw: rawOf(departure) })
    },
    close: () => transport.close(),
  }
}
