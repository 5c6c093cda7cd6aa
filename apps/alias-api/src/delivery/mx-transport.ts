import { validateMx } from 'mailauth/lib/mta-sts.js'
import type { EgressPolicy } from '@waypost/egress'
import type { Clock } from '@waypost/postgres'
import type { DnsOptions } from '../services.ts'
import { attemptTimeMs } from './attempt-time.ts'
import { beforeDeadline } from './before-deadline.ts'
import { DeliveryError } from './delivery-error.ts'
import { describeRefusal } from './describe-refusal.ts'
import { dial } from './dial.ts'
import { findExchanges } from './find-exchanges.ts'
import { createIdleConnections } from './idle-connections.ts'
import { domainOf } from '../outbound/mail-address.ts'
import type { FindPolicy } from './mta-sts.ts'
import { openMxConnection, type Encryption } from './mx-connection.ts'
import { PostponedError } from './postponed-error.ts'
import { rawOf, streamOf } from './raw-of.ts'
import { createRestingHosts } from './resting-hosts.ts'
import { usualReplyMs } from './reply-deadline.ts'
import type { TransportMessage, Transport } from './send-outbound.ts'
import {
  createSlowConversations,
  type Conversation,
  type SlowConversationLimits,
} from './slow-conversations.ts'
import { withDeadline } from './with-deadline.ts'

export interface MxOptions {
  dns: DnsOptions
  /** Which addresses may be reached. */
  egress: EgressPolicy
  findPolicy: FindPolicy
  /** The port; by default 25. */
  port?: number
  clock: Pick<Clock, 'now'>
  /** How long a host that did not answer in time, or answered 421, is not tried again, at first. */
  restMs?: number
  /** How long one attempt for a message may take at most, over all hosts and whatever they send meanwhile. */
  attemptMs?: (size: number) => number
  /** How long a host may take over one reply, whatever it has sent of it. */
  replyMs?: number
  slow?: Partial<SlowConversationLimits>
}

const smtpPort = 25
const usualRestMs = 60_000

/**
 * Delivers messages to the MX hosts of their recipients' domains. Encrypts where a host can, to any certificate (RFC
 * 7435); where the domain enforces MTA-STS, only to a certificate that is valid for the host. A host's next message
 * uses the same connection.
 */
export function createMxTransport({
  dns,
  egress,
  findPolicy,
  port = smtpPort,
  clock,
  restMs = usualRestMs,
  attemptMs = attemptTimeMs,
  replyMs = usualReplyMs,
  slow,
}: MxOptions): { transport: Transport; close: () => void } {
  const hosts = createRestingHosts(clock, restMs)
  const conversations = createSlowConversations(clock, slow)
  const idle = createIdleConnections(clock)

  const deliverAt = async (
    outbound: TransportMessage,
    host: string,
    encryption: Encryption,
    deadline: AbortSignal,
  ): Promise<void> => {
    const key = `${encryption} ${host}`
    try {
      if (await deliverByIdle(outbound, key, deadline)) return
      const why = hosts.whyResting(host)
      if (why !== undefined) throw new DeliveryError(`451 4.4.1 ${host} ${why} a moment ago`)
      const socket = await dial({ host, port, dns, egress }, deadline)
      if (!socket) {
        hosts.rest(host, noAnswer)
        throw new DeliveryError(`451 4.4.1 ${host} could not be reached`)
      }
      const options = { host, port, name: dns.mxHost, encryption, openedAt: clock.now(), replyMs }
      const connection = await openMxConnection(socket, options, deadline)
      await connection.send(outbound, rawOf(outbound), deadline)
      hosts.wake(host)
      idle.keep(key, connection)
    } catch (error) {
      if (error instanceof DeliveryError) throw error
      if (deadline.aborted || isTimeout(error)) {
        hosts.rest(host, noAnswer)
        throw new DeliveryError(`451 4.4.2 ${host} did not answer in time`)
      }
      const { responseCode } = error as { responseCode?: number }
      if (responseCode === serviceNotAvailable) hosts.rest(host, `answered ${serviceNotAvailable}`)
      else if (responseCode !== undefined) hosts.wake(host)
      throw error
    }
  }
  /** False where there is no open connection, or the host had closed it before it took a byte of the message. */
  const deliverByIdle = async (
    outbound: TransportMessage,
    key: string,
    deadline: AbortSignal,
  ): Promise<boolean> => {
    const connection = idle.take(key)
    if (!connection) return false
    const stream = streamOf(outbound)
    try {
      await connection.send(outbound, stream, deadline)
    } catch (error) {
      const { responseCode = serviceNotAvailable } = error as { responseCode?: number }
      if (stream.readableDidRead || responseCode !== serviceNotAvailable || deadline.aborted) throw error
      return false
    }
    idle.keep(key, connection)
    return true
  }
  /** Falls back to an unencrypted connection where the host offers STARTTLS but fails to encrypt. */
  const deliverSomehow = async (
    outbound: TransportMessage,
    host: string,
    deadline: AbortSignal,
  ): Promise<void> => {
    try {
      await deliverAt(outbound, host, 'any', deadline)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ETLS') throw error
      await deliverAt(outbound, host, 'none', deadline)
    }
  }
  const deliver = async (
    outbound: TransportMessage,
    conversation: Conversation,
    deadline: AbortSignal,
  ): Promise<void> => {
    const domain = domainOf(outbound.rcptTo)
    const exchanges = await beforeDeadline(
      findExchanges(domain, dns),
      `The MX records of ${domain}`,
      deadline,
    )
    const policy = await beforeDeadline(findPolicy(domain), `The MTA-STS policy of ${domain}`, deadline)
    let refusal: unknown
    for (const host of exchanges) {
      if (deadline.aborted) break
      try {
        conversation.at(host)
        if (policy?.mode !== 'enforce') return await deliverSomehow(outbound, host, deadline)
        if (!validateMx(host, policy).valid)
          throw new DeliveryError(`451 4.7.5 ${host} is not in the MTA-STS policy of ${domain}`)
        return await deliverAt(outbound, host, 'valid', deadline)
      } catch (error) {
        if (describeRefusal(error).status === 'bounced') throw error
        // Once a host was asked, it was an attempt.
        if (!(error instanceof PostponedError)) refusal = error
        else refusal ??= error
      }
    }
    throw refusal
  }
  const transport: Transport = async (outbound) => {
    const conversation = conversations.begin(outbound.ownerId)
    try {
      await withDeadline(attemptMs(outbound.size), (deadline) => deliver(outbound, conversation, deadline))
    } finally {
      conversation.end()
    }
  }
  return { transport, close: idle.close }
}

const serviceNotAvailable = 421
const noAnswer = 'did not answer'
// As nodemailer says it of a greeting that does not come and of a connection that is silent.
const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === 'ETIMEDOUT'
