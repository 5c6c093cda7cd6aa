import type { DnsOptions, MailProcess, MailServices } from '../services.ts'
import { createSpamFilter, type JudgeSpam, type SpamOutcome } from './create-spam-filter.ts'

/** The filter as the operator has configured it. */
export function openSpamFilter(
  { env, logger }: Pick<MailProcess, 'env' | 'logger'>,
  services: MailServices & { dns: DnsOptions },
  onOutcome: (outcome: SpamOutcome) => void,
): JudgeSpam {
  const { RSPAMD_URL: url, SPAM_DNSBL: zones, SPAM_IPREV: hasIprev } = env
  const asksAboutClients = zones.length > 0 || hasIprev
  return createSpamFilter({
    mailsPerMinute: env.SPAM_MAILS_PER_MINUTE_PER_SERVER,
    client: asksAboutClients ? { zones, hasIprev, dns: services.dns } : undefined,
    rspamd:
      url === undefined ? undefined : { ...services, url: new URL(url), timeoutMs: env.RSPAMD_TIMEOUT_MS },
    logger,
    onOutcome,
  })
}
