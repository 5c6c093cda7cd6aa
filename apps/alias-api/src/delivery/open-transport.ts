import type { WorkOptions } from '@waypost/work-queues'
import type { DnsOptions, MailProcess, MailServices } from '../services.ts'
import { createMxTransport } from './mx-transport.ts'
import { createSmarthostTransport } from './smarthost-transport.ts'
import { catchMail } from './catch-mail.ts'
import { chooseTransport } from './choose-transport.ts'
import { createPolicyFinder, fetchPolicyBy } from './mta-sts.ts'
import type { Transport } from './send-outbound.ts'

/** The transport for outbound messages, and its concurrency. */
export interface OpenTransport {
  /** Of the messages of a database. */
  transportOf(services: Pick<MailServices, 'db' | 'clock'>): Transport
  pace: Pick<WorkOptions, 'atATime'> & {
    /** How long an attempt takes up one of `atATime`; it goes on without. Absent: until its end. */
    slotMs?: number
  }
}

/** Chooses the operator's smarthost if configured; else, in development, a table; else delivery by MX. */
export function openTransport(
  { env, onStop }: Pick<MailProcess, 'env' | 'onStop'>,
  services: Pick<MailServices, 'clock'> & { dns: DnsOptions },
): OpenTransport {
  const catchOf = (of: Pick<MailServices, 'db' | 'clock'>) =>
    env.ALIAS_DEV_OUTBOX ? catchMail(of) : undefined
  if (env.SMTP_SMARTHOST === undefined) {
    const live = env.ALIAS_DEV_OUTBOX ? undefined : openMxTransport({ env, onStop }, services)
    const transportOf: OpenTransport['transportOf'] = (of) => {
      const caught = catchOf(of)
      return chooseTransport((live ?? caught)!, caught)
    }
    // Of many servers one may be slow, and the messages of others wait for its place so long.
    return { transportOf, pace: { atATime: env.SMTP_DELIVERIES, slotMs: 100 } }
  }
  const connections = env.SMTP_SMARTHOST_CONNECTIONS
  const smarthost = createSmarthostTransport(env.SMTP_SMARTHOST, { hostname: env.ALIAS_MX_HOST, connections })
  onStop(async () => smarthost.close())
  // One server accepts all mail at the same speed, so more messages may wait for its connections.
  const transportOf: OpenTransport['transportOf'] = (of) => chooseTransport(smarthost.transport, catchOf(of))
  return { transportOf, pace: { atATime: 4 * connections } }
}

function openMxTransport(
  { env: { EGRESS_ALLOW: egress, SMTP_DELIVERY_PORT: port }, onStop }: Pick<MailProcess, 'env' | 'onStop'>,
  { dns, clock }: Pick<MailServices, 'clock'> & { dns: DnsOptions },
): Transport {
  const findPolicy = createPolicyFinder(dns, fetchPolicyBy(dns, egress), clock.now)
  const { transport, close } = createMxTransport({ dns, egress, findPolicy, clock, port })
  onStop(async () => close())
  return transport
}
