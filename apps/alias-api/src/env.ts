import { createEgressPolicy } from '@waypost/egress'
import {
  cellsVariable,
  databaseUrlVariable,
  hostVariable,
  httpEnvironment,
  parseList,
  parsedVariable,
  parseEnvironment,
  portVariable,
  processEnvironment,
  requireDifferent,
  withOwnDatabase,
} from '@waypost/http'
import { retentionDays } from '@waypost/retention'
import { parseStorageUrl } from '@waypost/storage'
import { aliasChannel, createKeyring, parseSchedule, postsPerMinuteVariable } from '@waypost/webhooks'
import { z } from 'zod'
import { parseDnsServers } from './domains/parse-dns-servers.ts'
import { parsePlanLimits } from './limits/parse-plan-limits.ts'
import { parsePlanSenders } from './plan-senders/parse-plan-senders.ts'
import { parsePlatformDomains } from './platform-domains/parse-platform-domains.ts'
import { parseArcSealers } from './replies/parse-arc-sealers.ts'
import { parseDnsblZones } from './spam/parse-dnsbl-zones.ts'
import { parseIprevScore } from './spam/parse-iprev-score.ts'

const cells = { ALIAS_CELLS: cellsVariable }
const keys = z.object({
  DATABASE_URL: databaseUrlVariable,
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  ...cells,
})

const planLimitVariable = (otherwise: string) => parsedVariable(parsePlanLimits, otherwise)
const requestsVariable = z.coerce.number().int().min(1).max(1_000_000_000)

const service = z.object({
  /** ALIAS_DATABASE_URL, where the service has a database or a login of its own. */
  DATABASE_URL: databaseUrlVariable,
  ALIAS_WEBHOOK_DELAYS: parsedVariable(parseSchedule, aliasChannel.defaultSchedule),
  /** CIDRs that user-supplied URLs may reach in addition to public addresses. */
  EGRESS_ALLOW: parsedVariable((text) => createEgressPolicy({ allow: parseList(text) }), ''),
  /** The public name of the host that receives mail, which MX records point to. */
  ALIAS_MX_HOST: z.hostname().default('mx.waypost.test'),
  /** The base URL of links in system e-mails, absent: of this process; and in forwarded mail, absent: it has none. */
  ALIAS_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The sender of system e-mails, such as those with a link that confirms a forwarding address. */
  ALIAS_MAIL_FROM: z.email().default('no-reply@waypost.test'),
  /** The resolvers for the records of domains, `address` or `address:port`; absent: the system's. */
  DNS_SERVERS: parsedVariable(parseDnsServers, ''),
  /** The timeout of one query to one resolver. */
  DNS_TIMEOUT_MS: z.coerce.number().int().min(50).max(10_000).default(2000),
  /**
   * For development without a mail server: outbound messages are stored, and anybody can read them at `/dev/outbox`.
   */
  ALIAS_DEV_OUTBOX: z.stringbool().default(false),
})

const storageVariables = {
  /**
   * An object store that speaks S3, for content too large for a row: `s3://KEY:SECRET@host/bucket?region=…`, or
   * `http://…` where it is near and does not encrypt. Absent: Postgres stores it as well.
   */
  STORAGE_URL: parsedVariable(parseStorageUrl).optional(),
  /** Whether files of sent emails are stored in their messages alone, where processes of versions before `0085` do not find them. */
  ALIAS_FILES_STORED_ONCE: z.stringbool().default(true),
}

const apiService = httpEnvironment.extend(service.shape).extend({
  ...storageVariables,
  /** Further databases of the service, for some of its accounts each. */
  ...cells,
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  ALIAS_PORT: portVariable.default(4002),
  JWT_JWKS_URL: z.url(),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
  /** The limit of all API keys of an account together, over all processes. */
  ALIAS_RATE_LIMIT_PER_MINUTE: requestsVariable.default(100),
  /** The limit of the dashboard on behalf of an account. */
  ALIAS_PERSON_RATE_LIMIT_PER_MINUTE: requestsVariable.default(600),
  /** The limit of an IP address whose requests are unauthenticated. */
  ALIAS_CLIENT_RATE_LIMIT_PER_MINUTE: requestsVariable.default(100),
  /**
   * Domains that receive mail for the service, and the plans that may have addresses there; the first is the default.
   * Accounts can claim names below those that begin with `*.`.
   */
  ALIAS_PLATFORM_DOMAINS: parsedVariable(
    parsePlatformDomains,
    'waypost.test:free+pro+business, *.inbox.waypost.test:pro+business',
  ),
  /** How many recipients an account may send to on a day (UTC), by plan; or a number for every plan. */
  ALIAS_LIMIT_RECIPIENTS_PER_DAY: planLimitVariable('free:20, pro:500, business:5000'),
  /** How many bytes of mail an account may store. */
  ALIAS_LIMIT_STORED_BYTES: planLimitVariable('1073741824'),
  ALIAS_LIMIT_WEBHOOKS: planLimitVariable('100'),
  /** That of the dispatchers, to show it. */
  LIMIT_WEBHOOK_POSTS_PER_MINUTE_PER_HOST: postsPerMinuteVariable,
  ALIAS_LIMIT_ADDRESSES: planLimitVariable('free:1000, pro:5000, business:50000'),
  ALIAS_LIMIT_FORWARDING_ADDRESSES: planLimitVariable('free:20, pro:100, business:500'),
  ALIAS_LIMIT_DOMAINS: planLimitVariable('free:0, pro:0, business:100'),
  /** How many names below platform domains an account may have. */
  ALIAS_LIMIT_SUBDOMAINS: planLimitVariable('free:0, pro:1, business:1'),
  /** How many aliases the rules of an account's domains may make in an hour. */
  ALIAS_LIMIT_ADDRESSES_BY_RULE_PER_HOUR: planLimitVariable('100'),
  /**
   * The subdomain of platform domains that mail of a plan is sent from, each with a key of its own: `free:free, pro:pro`.
   */
  ALIAS_SENDING_SUBDOMAINS: parsedVariable(parsePlanSenders, ''),
  /** The token that operators authenticate with; absent: there are no routes for operators. */
  ADMIN_TOKEN: z.string().min(16).optional(),
  /** How long audit log entries are kept; absent: for good. */
  RETENTION_AUDIT_LOGS_DAYS: retentionDays(30),
  /** How long deleted emails are kept; absent: for good. Emails that nobody deleted are always kept. */
  RETENTION_DELETED_EMAILS_DAYS: retentionDays(1),
})

const mailVariables = processEnvironment.extend(service.shape).extend({
  ...storageVariables,
  /** Further databases of the service, for some of its accounts each. */
  ...cells,
  /** The keys that seal the DKIM keys. */
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** The port of the SMTP server; port 25 of the public address is forwarded to it. */
  SMTP_PORT: portVariable.default(2525),
  SMTP_HOST: hostVariable('127.0.0.1'),
  /** A mailbox elsewhere that gets mail to `postmaster` and `abuse` of the host and of platform domains; absent: refused. */
  ALIAS_POSTMASTER: z.email().optional(),
  /** PEM files of the TLS certificate and its key; absent: a self-signed certificate. */
  SMTP_TLS_CERT_FILE: z.string().optional(),
  SMTP_TLS_KEY_FILE: z.string().optional(),
  /** Concurrent connections. */
  SMTP_MAX_CLIENTS: z.coerce.number().int().min(1).max(10_000).default(200),
  /** Concurrent connections of one client: an IPv4 address, or a /64 of IPv6. */
  SMTP_MAX_CLIENTS_PER_ADDRESS: z.coerce.number().int().min(1).max(10_000).default(20),
  /** How many addresses that never existed one client may try in a minute, before it is refused for the rest of it. */
  SMTP_UNKNOWN_RECIPIENTS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).default(100),
  /**
   * How many mails an account may receive from one process; half of them at once. A mail counts once more for every
   * 100 KB.
   */
  SMTP_MAILS_PER_MINUTE_PER_ACCOUNT: z.coerce.number().int().min(1).max(10_000_000).default(600),
  /**
   * The operator's mail server, which delivers outbound messages: `smtp://user:password@host:587` or `smtps://…`.
   * Absent, and not in development: they are delivered to the recipients' MX hosts, on port 25.
   */
  SMTP_SMARTHOST: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Concurrent connections to the smarthost. */
  SMTP_SMARTHOST_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(20),
  /** The port at which MX hosts are reached; other than 25 only for trials. */
  SMTP_DELIVERY_PORT: portVariable.default(25),
  /** Deliveries to MX hosts that are begun at a time. */
  SMTP_DELIVERIES: z.coerce.number().int().min(1).max(1000).default(20),
  /** Domains whose ARC seals prove the author of a reply, besides this service's own: `lists.example.org, example.net`. */
  TRUSTED_ARC_SEALERS: parsedVariable(parseArcSealers, ''),
  /** The rspamd that judges received mail: `http://127.0.0.1:11333`; absent: this service judges it by itself. */
  RSPAMD_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How long rspamd may take for a message, which is then judged without it. */
  RSPAMD_TIMEOUT_MS: z.coerce.number().int().min(50).max(30_000).default(2000),
  /** Lists of servers that send spam, each with what a listing adds to the score: `zen.spamhaus.org, bl.example=2`. */
  SPAM_DNSBL: parsedVariable(parseDnsblZones, ''),
  /** What it adds to the score that no name of a server in DNS leads back to its address; `true`: 2, `false`: not looked for. */
  SPAM_IPREV: parsedVariable(parseIprevScore, '1'),
  /** How many mails a server may deliver in a minute whose senders are not authenticated, before that speaks against them. */
  SPAM_MAILS_PER_MINUTE_PER_SERVER: z.coerce.number().int().min(1).max(10_000_000).default(100),
  /** How many mails a minute may come from a domain that is proved to be their sender's, before that speaks against them. */
  SPAM_MAILS_PER_MINUTE_PER_DOMAIN: z.coerce.number().int().min(1).max(10_000_000).default(1000),
})

const mailService = mailVariables.refine(
  ({ SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE }) =>
    (SMTP_TLS_CERT_FILE === undefined) === (SMTP_TLS_KEY_FILE === undefined),
  // Reported together with other invalid settings.
  { path: ['SMTP_TLS_KEY_FILE'], when: () => true },
)

export function readMailEnv() {
  const env = parseEnvironment(mailService, withOwnDatabase('ALIAS', process.env))
  requireDifferent(env.DATABASE_URL, env.ALIAS_CELLS, 'ALIAS_CELLS')
  return env
}
export type MailEnv = ReturnType<typeof readMailEnv>
export function readApiEnv() {
  const env = parseEnvironment(apiService, withOwnDatabase('ALIAS', process.env))
  requireDifferent(env.DATABASE_URL, env.ALIAS_CELLS, 'ALIAS_CELLS')
  return env
}
/** The environment of the operator's commands for keys. */
export const readKeyEnv = () => parseEnvironment(keys, withOwnDatabase('ALIAS', process.env))
export const readMigrationEnv = () =>
  parseEnvironment(service.extend(cells), withOwnDatabase('ALIAS', process.env))
