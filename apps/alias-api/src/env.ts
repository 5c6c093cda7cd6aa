import { createEgressPolicy } from '@waypost/egress'
import {
  databaseUrlVariable,
  httpEnvironment,
  parseList,
  parsedVariable,
  parseEnvironment,
  portVariable,
  processEnvironment,
  withOwnDatabase,
} from '@waypost/http'
import { retentionDays } from '@waypost/retention'
import { parseStorageUrl } from '@waypost/storage'
import { aliasChannel, createKeyring, parseSchedule } from '@waypost/webhooks'
import { z } from 'zod'
import { parseDnsServers } from './domains/parse-dns-servers.ts'
import { parsePlatformDomains } from './platform-domains/parse-platform-domains.ts'

const keys = z.object({ DATABASE_URL: databaseUrlVariable, ENCRYPTION_KEYS: parsedVariable(createKeyring) })

const requestsVariable = z.coerce.number().int().min(1).max(1_000_000_000)

const service = z.object({
  /** ALIAS_DATABASE_URL, where the service has a database or a login of its own. */
  DATABASE_URL: databaseUrlVariable,
  ALIAS_WEBHOOK_DELAYS: parsedVariable(parseSchedule, aliasChannel.defaultSchedule),
  /** CIDRs that user-supplied URLs may reach besides public addresses. */
  EGRESS_ALLOW: parsedVariable((text) => createEgressPolicy({ allow: parseList(text) }), ''),
  /** The public name of the host that takes mail, which MX records point to. */
  ALIAS_MX_HOST: z.hostname().default('mx.waypost.test'),
  /** What the service's own mail comes from, such as the links that confirm a forwarding address. */
  ALIAS_MAIL_FROM: z.email().default('no-reply@waypost.test'),
  /** Resolvers that are asked for the records of domains, `address` or `address:port`; absent: the system's. */
  DNS_SERVERS: parsedVariable(parseDnsServers, ''),
  /** For one question to one of them. */
  DNS_TIMEOUT_MS: z.coerce.number().int().min(50).max(10_000).default(2000),
  /** For developers without a mail server: what would leave is kept instead, for anybody to read at `/dev/outbox`. */
  ALIAS_DEV_OUTBOX: z.stringbool().default(false),
})

const storageVariables = {
  /**
   * An object store that speaks S3, for what is too large for a row: `s3://KEY:SECRET@host/bucket?region=…`, or `http://…`
   * where it is near and does not encrypt. Absent: Postgres keeps that as well.
   */
  STORAGE_URL: parsedVariable(parseStorageUrl).optional(),
}

const apiService = httpEnvironment.extend(service.shape).extend({
  ...storageVariables,
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  ALIAS_PORT: portVariable.default(4002),
  JWT_JWKS_URL: z.url(),
  JWT_ISSUER: z.string().min(1),
  JWT_AUDIENCE: z.string().min(1).default('waypost'),
  /** By all API keys of an account together, over all processes. */
  ALIAS_RATE_LIMIT_PER_MINUTE: requestsVariable.default(100),
  /** By the dashboard on behalf of an account. */
  ALIAS_PERSON_RATE_LIMIT_PER_MINUTE: requestsVariable.default(600),
  /** By an address whose requests speak for nobody. */
  ALIAS_CLIENT_RATE_LIMIT_PER_MINUTE: requestsVariable.default(100),
  /** Domains that receive mail for the service, and the plans that may have addresses there; the first is the default. */
  ALIAS_PLATFORM_DOMAINS: parsedVariable(
    parsePlatformDomains,
    'waypost.test:free+pro+business, inbox.waypost.test:pro+business',
  ),
  /** Where the links in it lead; absent: to this process. */
  ALIAS_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What an operator proves to be one with; absent: there are no routes for operators. */
  ADMIN_TOKEN: z.string().min(16).optional(),
  /** How long entries of audit logs are kept; absent: for good. */
  RETENTION_AUDIT_LOGS_DAYS: retentionDays(30),
  /** How long emails are kept after their owner deleted them; absent: for good. Those that nobody deleted always are. */
  RETENTION_DELETED_EMAILS_DAYS: retentionDays(1),
})

const mailVariables = processEnvironment.extend(service.shape).extend({
  ...storageVariables,
  /** Which seal the keys that mail is signed with. */
  ENCRYPTION_KEYS: parsedVariable(createKeyring),
  /** Where mail is taken; the world comes to port 25, which is led here. */
  SMTP_PORT: portVariable.default(2525),
  SMTP_HOST: z.string().default('127.0.0.1'),
  /** A mailbox elsewhere, which gets what is written to `postmaster` and `abuse` of every domain; absent: it is refused. */
  ALIAS_POSTMASTER: z.email().optional(),
  /** PEM files with which connections are encrypted; absent: a certificate of the process's own making. */
  SMTP_TLS_CERT_FILE: z.string().optional(),
  SMTP_TLS_KEY_FILE: z.string().optional(),
  /** Connections at a time. */
  SMTP_MAX_CLIENTS: z.coerce.number().int().min(1).max(10_000).default(200),
  /** Connections at a time of one client: an IPv4 address, or a /64 of IPv6. */
  SMTP_MAX_CLIENTS_PER_ADDRESS: z.coerce.number().int().min(1).max(10_000).default(20),
  /** Addresses that there never were which one client may ask for in a minute, before it is sent away for the rest of it. */
  SMTP_UNKNOWN_RECIPIENTS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).default(100),
  /**
   * The operator's mail server, which delivers what leaves: `smtp://user:password@host:587` or `smtps://…`. Absent, and
   * not in development: it is brought to the hosts of its recipients, on port 25.
   */
  SMTP_SMARTHOST: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Connections to it at a time. */
  SMTP_SMARTHOST_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(20),
  /** Mails at a time that are brought to the hosts of their recipients. */
  SMTP_DELIVERIES: z.coerce.number().int().min(1).max(1000).default(20),
})

const mailService = mailVariables.refine(
  ({ SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE }) =>
    (SMTP_TLS_CERT_FILE === undefined) === (SMTP_TLS_KEY_FILE === undefined),
  // Told together with whatever else is wrong.
  { path: ['SMTP_TLS_KEY_FILE'], when: () => true },
)

export const readMailEnv = () => parseEnvironment(mailService, withOwnDatabase('ALIAS', process.env))
export type MailEnv = ReturnType<typeof readMailEnv>
export const readApiEnv = () => parseEnvironment(apiService, withOwnDatabase('ALIAS', process.env))
/** For what an operator does to keys. */
export const readKeyEnv = () => parseEnvironment(keys, withOwnDatabase('ALIAS', process.env))
export const readMigrationEnv = () => parseEnvironment(service, withOwnDatabase('ALIAS', process.env))
