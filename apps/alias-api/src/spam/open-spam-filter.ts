import type { DnsOptions, MailProcess, MailServices } from '../services.ts'
import { createSpamFilter, type JudgeSpam, type SpamOutcome } from './create-spam-filter.ts'

/** The filter as the operator has configured it. */
export function openSpamFilter(
  { env, logger }: Pick<MailProcess, 'env' | 'logger'>,
  services: MailServices & { dns: DnsOptions },
  onOutcome: (outcome: SpamOutcome) => void,
): JudgeSpam {
  const { RSPAMD_URL: url, SPAM_DNSBL: zones, SPAM_IPREV: iprevScore } = env
  const asksAboutClients = zones.length > 0 || iprevScore > 0
  return createSpamFilter({
    mailsPerMinute: env.SPAM_MAILS_PER_MINUTE_PER_SERVER,
    mailsPerMinutePerDomain: env.SPAM_MAILS_PER_MINUTE_PER_DOMAIN,
    client: asksAboutClients ? { zones, iprevScore, dns: services.dns } : undefined,
    rspamd:
      url === undefined ? undefined : { ...services, url: new URL(url), timeoutMs: env.RSPAMD_TIMEOUT_MS },
    logger,
    onOutcome,
  })
}
