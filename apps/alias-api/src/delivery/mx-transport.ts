import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { validateMx } from 'mailauth/lib/mta-sts.js'
import { createTransport } from 'nodemailer'
import type { EgressPolicy } from '@waypost/egress'
import type { Clock } from '@waypost/postgres'
import type { DnsOptions } from '../services.ts'
import { DeliveryError } from './delivery-error.ts'
import { describeRefusal } from './describe-refusal.ts'
import { findExchanges } from './find-exchanges.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { FindPolicy } from './mta-sts.ts'
import { rawOf } from './raw-of.ts'
import { resolveAllowed } from './resolve-allowed.ts'
import { createRestingHosts } from './resting-hosts.ts'
import type { TransportMessage, Transport } from './send-outbound.ts'

export interface MxOptions {
  dns: DnsOptions
  /** Which addresses may be reached. */
  egress: EgressPolicy
  findPolicy: FindPolicy
  /** The port; by default 25. */
  port?: number
  clock: Pick<Clock, 'now'>
  /** How long a host that did not answer in time is not tried again, at first. */
  restMs?: number
  /** How long one attempt for a message may take at most, over all hosts and whatever they send meanwhile. */
  attemptMs?: (size: number) => number
}

const connectMs = 15_000
// Of silence: while a command is answered, and while a message is read.
const timeouts = { greetingTimeout: 30_000, socketTimeout: 60_000 }
const smtpPort = 25
const usualRestMs = 60_000
// A host that sends or reads a byte a minute is never silent for a minute: an attempt ends all the same. RFC 5321, 4.5.3.2
// allows ten minutes for the end of a message alone; a host that needs more than this one gets it at the next attempt or
// never.
const leastAttemptMs = 120_000
const slowestBytesPerMs = 32
const usualAttemptMs = (size: number): number => leastAttemptMs + Math.ceil(size / slowestBytesPerMs)

/**
 * Delivers messages to the MX hosts of their recipients' domains. Encrypts where a host can, to any certificate (RFC
 * 7435); where the domain enforces MTA-STS, only to a certificate that is valid for the host.
 */
export function createMxTransport({
  dns,
  egress,
  findPolicy,
  port = smtpPort,
  clock,
  restMs = usualRestMs,
  attemptMs = usualAttemptMs,
}: MxOptions): Transport {
  const hosts = createRestingHosts(clock, restMs)

  const deliver = async (
    outbound: TransportMessage,
    host: string,
    tls: 'any' | 'valid' | 'none',
    deadline: AbortSignal,
  ): Promise<void> => {
    const socket = await dial(host, deadline)
    const end = () => socket.destroy()
    deadline.addEventListener('abort', end)
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
      hosts.wake(host)
    } catch (error) {
      if (deadline.aborted || isTimeout(error)) {
        hosts.rest(host)
        throw new DeliveryError(`451 4.4.2 ${host} did not answer in time`)
      }
      if ((error as { responseCode?: number }).responseCode !== undefined) hosts.wake(host)
      throw error
    } finally {
      deadline.removeEventListener('abort', end)
      transport.close()
      socket.destroy()
    }
  }
  const dial = async (host: string, deadline: AbortSignal): Promise<Socket> => {
    if (hosts.isResting(host)) throw new DeliveryError(`451 4.4.1 ${host} did not answer a moment ago`)
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
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(connectMs)])
      await once(socket, 'connect', { signal })
      return socket
    } catch {
      socket.destroy()
      hosts.rest(host)
      throw new DeliveryError(`451 4.4.1 ${host} could not be reached`)
    }
  }
  /** Falls back to an unencrypted connection where the host offers STARTTLS but fails to encrypt. */
  const deliverSomehow = async (
    outbound: TransportMessage,
    host: string,
    deadline: AbortSignal,
  ): Promise<void> => {
    try {
      await deliver(outbound, host, 'any', deadline)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ETLS') throw error
      await deliver(outbound, host, 'none', deadline)
    }
  }

  return async (outbound) => {
    const domain = domainOf(outbound.rcptTo)
    const exchanges = await findExchanges(domain, dns)
    const policy = await findPolicy(domain)
    const deadline = AbortSignal.timeout(attemptMs(outbound.size))
    let refusal: unknown
    for (const host of exchanges) {
      if (deadline.aborted) break
      try {
        if (policy?.mode !== 'enforce') return await deliverSomehow(outbound, host, deadline)
        if (!validateMx(host, policy).valid)
          throw new DeliveryError(`451 4.7.5 ${host} is not in the MTA-STS policy of ${domain}`)
        return await deliver(outbound, host, 'valid', deadline)
      } catch (error) {
        if (describeRefusal(error).status === 'bounced') throw error
        refusal = error
      }
    }
    throw refusal
  }
}

// As nodemailer says it of a greeting that does not come and of a connection that is silent.
const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === 'ETIMEDOUT'
