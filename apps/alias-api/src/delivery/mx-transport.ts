import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { validateMx } from 'mailauth/lib/mta-sts.js'
import { createTransport } from 'nodemailer'
import type { EgressPolicy } from '@waypost/egress'
import type { DnsOptions } from '../services.ts'
import { DeliveryError } from './delivery-error.ts'
import { describeRefusal } from './describe-refusal.ts'
import { findExchanges } from './find-exchanges.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { FindPolicy } from './mta-sts.ts'
import { rawOf } from './raw-of.ts'
import { resolveAllowed } from './resolve-allowed.ts'
import type { TransportMessage, Transport } from './send-outbound.ts'

export interface MxOptions {
  dns: DnsOptions
  /** Which addresses may be reached. */
  egress: EgressPolicy
  findPolicy: FindPolicy
  /** The port; by default 25. */
  port?: number
  /** How long a host that could not be reached is not tried again. */
  restMs?: number
}

const connectMs = 15_000
const timeouts = { greetingTimeout: 60_000, socketTimeout: 300_000 }
const smtpPort = 25
const usualRestMs = 60_000
// Caches hosts that are down: each costs a connection's time once in a while, not for each message.
const maxUnreachable = 10_000

/**
 * Delivers messages to the MX hosts of their recipients' domains. Encrypts where a host can, to any certificate (RFC
 * 7435); where the domain enforces MTA-STS, only to a certificate that is valid for the host.
 */
export function createMxTransport({
  dns,
  egress,
  findPolicy,
  port = smtpPort,
  restMs = usualRestMs,
}: MxOptions): Transport {
  const unreachableUntil = new Map<string, number>()

  const deliver = async (
    outbound: TransportMessage,
    host: string,
    tls: 'any' | 'valid' | 'none',
  ): Promise<void> => {
    const socket = await dial(host)
    const transport = createTransport({
      host,
      port,
      name: dns.mxHost,
      getSocket: (_options, callback) => callback(null, { connection: socket }),
      ...(tls === 'none'
        ? { ignoreTLS: true }
        : tls === 'any'
          ? { opportunisticTLS: true }
          : { requireTLS: true }),
      tls: {
        servername: host,
        rejectUnauthorized: tls === 'valid',
        minVersion: tls === 'valid' ? 'TLSv1.2' : 'TLSv1',
      },
      ...timeouts,
    })
    try {
      const { mailFrom, rcptTo } = outbound
      await transport.sendMail({ envelope: { from: mailFrom, to: rcptTo }, raw: rawOf(outbound) })
    } finally {
      transport.close()
      socket.destroy()
    }
  }
  const dial = async (host: string): Promise<Socket> => {
    if ((unreachableUntil.get(host) ?? 0) > Date.now())
      throw new DeliveryError(`451 4.4.1 ${host} could not be reached`)
    const allowed = await resolveAllowed(host, dns, egress)
    if (allowed.length === 0) throw new DeliveryError(`451 4.4.3 ${host} has no allowed address`)
    const socket = connect({
      host,
      port,
      lookup: (_hostname, _options, answer) => answer(null, allowed),
      autoSelectFamily: true,
    })
    socket.on('error', () => {})
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(connectMs) })
      return socket
    } catch {
      socket.destroy()
      if (unreachableUntil.size >= maxUnreachable) unreachableUntil.clear()
      unreachableUntil.set(host, Date.now() + restMs)
      throw new DeliveryError(`451 4.4.1 ${host} could not be reached`)
    }
  }
  /** Falls back to an unencrypted connection where the host offers STARTTLS but fails to encrypt. */
  const deliverSomehow = async (outbound: TransportMessage, host: string): Promise<void> => {
    try {
      await deliver(outbound, host, 'any')
    } catch (error) {
      if ((error as { code?: string }).code !== 'ETLS') throw error
      await deliver(outbound, host, 'none')
    }
  }

  return async (outbound) => {
    const domain = domainOf(outbound.rcptTo)
    const exchanges = await findExchanges(domain, dns)
    const policy = await findPolicy(domain)
    let refusal: unknown
    for (const host of exchanges) {
      try {
        if (policy?.mode !== 'enforce') return await deliverSomehow(outbound, host)
        if (!validateMx(host, policy).valid)
          throw new DeliveryError(`451 4.7.5 ${host} is not in the MTA-STS policy of ${domain}`)
        return await deliver(outbound, host, 'valid')
      } catch (error) {
        if (describeRefusal(error).status === 'bounced') throw error
        refusal = error
      }
    }
    throw refusal
  }
}
