import type { Feed } from '@waypost/concurrency'
import type { EgressPolicy } from '@waypost/egress'
import type { CredentialHook, Logger, Stop } from '@waypost/http'
import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Storage } from '@waypost/storage'
import type { aliasChannel, Keyring, Outbox } from '@waypost/webhooks'
import type { Mode } from './accounts/owner.ts'
import type { Plan } from './accounts/plans.ts'
import type { Scope } from './api-keys/scopes.ts'
import type { Directory } from './cells/directory.ts'
import type { MailEnv } from './env.ts'
import type { PgpKeyReader } from './pgp/pgp-key-reader.ts'

/** Everything that the verbs work with; opened once by each process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  outbox: Outbox<typeof aliasChannel.events>
  /** The queues of jobs for the mail process. */
  work: Boss
  keyring: Keyring
  /** The store of content that is too large for a row. */
  storage: Storage
  /** Whether files are stored in their messages alone. By default beside them too, for processes of the version before. */
  storesFilesOnce?: boolean | undefined
  /** Where the service has cells. */
  directory?: Directory | undefined
}

/** The services that receiving and sending mail needs. */
export type MailServices = Omit<Services, 'keyring'> & {
  systemMail: Pick<SystemMailOptions, 'from'>
}

/** What the parts of the mail process are started with. Each registers how to stop it, and the last one stops first. */
export interface MailProcess {
  env: MailEnv
  logger: Logger
  onStop(stop: Stop): void
}

/** What the verbs of the API need in addition. */
export interface ApiServices extends Services {
  egress: EgressPolicy
  limits: RequestLimits
  /** How many POSTs a minute dispatchers send at most from an owner's webhooks to one host. */
  postsPerMinute: number
  pgpKeys: Pick<PgpKeyReader, 'read'>
  /** Notifies of received emails, by their owner. */
  arrivals: Feed
  systemMail: SystemMailOptions
  dns: DnsOptions
}

/** How DNS records are checked. */
export interface DnsOptions {
  /** The host that MX records must point to. */
  mxHost: string
  /** `address` or `address:port`; empty: the system's resolvers. */
  servers: string[]
  /** The timeout of one query, which is made twice. */
  timeoutMs: number
  /** For development, with domains that no DNS has: a sender's domain need not exist. */
  allowMissing?: boolean
}

/** Settings of system e-mails. */
interface SystemMailOptions {
  /** The sender address. */
  from: string
  /** The base URL of links. */
  publicUrl: string
}

/** Requests per minute, over all processes. */
export interface RequestLimits {
  /** The limit of all API keys of an account together. */
  perAccount: number
  /** The limit of the dashboard on behalf of an account. */
  perPerson: number
  /** The limit of an IP address whose requests are unauthenticated. */
  perClient: number
}

/** On whose behalf a verb acts, and in which request. */
export interface Actor {
  accountId: string
  /** The owner of the rows that the actor sees and creates: the account's live or test data. */
  ownerId: string
  mode: Mode
  plan: Plan
  /** The API key of the request; null where a person is signed in. */
  keyId: string | null
  ip: string
  request: AuditedRequest
}

/** A request as the audit log records it. */
export interface AuditedRequest {
  /** The route's action, such as `address.create`; null for an unknown route, and where nothing is logged. */
  action: string | null
  method: string
  path: string
  /** The status of the response if the request succeeds. */
  successStatus: number
}

/** Who may use a route. */
export interface Authentication {
  /** An API key with these scopes, or a person, who has all scopes. */
  allow(...scopes: Scope[]): CredentialHook
  /** Only a person with a JWT; an API key is refused. */
  person: CredentialHook
  /** Only the issuer of the JWTs itself, with a token that no account gets. */
  issuer: CredentialHook
  /** Only the operator. */
  operator: CredentialHook
}
