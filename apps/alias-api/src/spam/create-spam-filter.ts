import { buffer } from 'node:stream/consumers'
import { createBatcher } from '@waypost/concurrency'
import { clientOf, type Logger } from '@waypost/http'
import type { Authenticity } from '../authenticity/authenticity.ts'
import type { messages } from '../db/mail-tables.ts'
import type { ParsedMessage } from '../parsing/parse-message.ts'
import type { MailServices } from '../services.ts'
import { readWhole } from '../storage/stored.ts'
import { askRspamd, type RspamdOptions } from './ask-rspamd.ts'
import { createClientChecks, type ClientChecks } from './check-client.ts'
import { findRecipients } from './find-recipients.ts'
import { provedDomain } from './proved-domain.ts'
import { scoreMessage } from './score-message.ts'
import { createSenderRates } from './sender-rates.ts'
import { judge, type Spam, type SpamReason } from './spam.ts'

type Message = typeof messages.$inferSelect

/** Judges a message, while it is read. Rejects only where reading it does. */
export type JudgeSpam = (
  message: Message,
  reading: Promise<[parsed: ParsedMessage, authentication: Authenticity]>,
) => Promise<Spam>

export type SpamOutcome = Spam['verdict'] | 'rspamd_failed'

export interface SpamFilterOptions {
  /** How many messages a minute a server may deliver whose senders are not authenticated. */
  mailsPerMinute?: number
  /** How many messages a minute may come from a domain that is proved to be their sender's, from whichever servers. */
  mailsPerMinutePerDomain?: number
  now?: () => number
  /** Absent: nothing is asked about clients. */
  client?: ClientChecks | undefined
  /** Absent: this service judges by itself. */
  rspamd?: (RspamdOptions & Pick<MailServices, 'db' | 'storage'>) | undefined
  logger?: Logger
  onOutcome?: (outcome: SpamOutcome) => void
}

// Messages are listed within a second as a rule.
const clientCheckedWithinMs = 700
// Spam is small; what is larger is in memory as a whole while rspamd gets it.
const mostScannedBytes = 4 * 1024 * 1024
// Mail does not wait for an rspamd that hangs, but for the first messages.
const mostFailures = 5
const restMs = 10_000
const together = { concurrency: 1, maxItems: 80 }

/**
 * Judges messages by rspamd where it is configured, and otherwise, or where it fails or the message is too large for it,
 * by this service's own checks. Those wait for nothing unless the client is asked about.
 */
export function createSpamFilter({
  mailsPerMinute = 100,
  mailsPerMinutePerDomain = 1000,
  now = () => performance.now(),
  client,
  rspamd,
  logger,
  onOutcome,
}: SpamFilterOptions = {}): JudgeSpam {
  const isManyOfServer = createSenderRates(mailsPerMinute, now)
  const isManyOfDomain = createSenderRates(mailsPerMinutePerDomain, now)
  /** Who sends more than they should: the server where nobody is authenticated, or else a domain. */
  const findMany = ({ clientIp }: Message, authentication: Authenticity): string | undefined => {
    const isAuthenticated = authentication.verdict === 'signed' || authentication.verdict === 'vouched'
    const server = !isAuthenticated && isManyOfServer(clientOf(clientIp ?? ''))
    const domain = provedDomain(authentication)
    const isMany = domain !== undefined && isManyOfDomain(domain)
    if (server) return `The server ${clientIp ?? ''} delivers much mail whose senders are not authenticated.`
    return isMany ? `Much mail comes from ${domain}.` : undefined
  }
  const checkClient = client && createClientChecks(client, now)
  const scan = rspamd && createScanner(rspamd)
  let failures = 0
  let restsUntil = -Infinity
  const ask = async (message: Message): Promise<Spam | undefined> => {
    if (!scan) return undefined
    if (now() < restsUntil) {
      onOutcome?.('rspamd_failed')
      return undefined
    }
    try {
      const spam = await scan(message)
      failures = 0
      return spam
    } catch (error) {
      logger?.warn({ messageId: message.id, err: error }, 'rspamd did not judge a message')
      onOutcome?.('rspamd_failed')
      failures += 1
      if (failures >= mostFailures) restsUntil = now() + restMs
      return undefined
    }
  }
  const askAbout = async ({ clientIp }: Message): Promise<SpamReason[]> =>
    checkClient && clientIp !== null ? checkClient(clientIp, clientCheckedWithinMs) : []
  return async (message, reading) => {
    const found = askAbout(message)
    const [scanned, [parsed, authentication]] = await Promise.all([ask(message), reading])
    const { mailFrom, clientIp } = message
    const known = {
      authentication,
      fromAddress: parsed.from,
      mailFrom: mailFrom ?? '',
      clientIp: clientIp ?? '',
      many: findMany(message, authentication),
    }
    // What is known of the client is waited for only where it counts.
    const spam = scanned ?? judge([...scoreMessage(known), ...(await found)])
    onOutcome?.(spam.verdict)
    return spam
  }
}

/** Returns undefined for a message that is too large. */
function createScanner({ db, storage, ...options }: RspamdOptions & Pick<MailServices, 'db' | 'storage'>) {
  const find = createBatcher((ids: string[]) => findRecipients(db, ids), together)
  return async (message: Message): Promise<Spam | undefined> => {
    const { id, content, restId, size, mailFrom, clientIp, clientName } = message
    if (size > mostScannedBytes) return undefined
    return askRspamd(options, {
      id,
      content: restId === null ? content : await buffer(readWhole(storage, message)),
      recipients: await find(id),
      mailFrom: mailFrom ?? '',
      clientIp: clientIp ?? '',
      clientName: clientName ?? '',
    })
  }
}
