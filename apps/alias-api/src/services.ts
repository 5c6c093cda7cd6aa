import type { PgBoss } from 'pg-boss'
import type { EgressPolicy } from '@waypost/egress'
import type { CredentialHook, Logger, Stop } from '@waypost/http'
import type { Clock, Db } from '@waypost/postgres'
import type { Storage } from '@waypost/storage'
import type { aliasChannel, Keyring, Outbox } from '@waypost/webhooks'
import type { Mode } from './accounts/owner.ts'
import type { Plan } from './accounts/plans.ts'
import type { Scope } from './api-keys/scopes.ts'
import type { MailEnv } from './env.ts'

/** What the verbs work with; opened once by each process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  outbox: Outbox<typeof aliasChannel.events>
  /** What the API leaves for the mail process to do. */
  work: PgBoss
  keyring: Keyring
  /** What is too large for a row. */
  storage: Storage
}

/** What receiving and sending mail needs. */
export type MailServices = Omit<Services, 'keyring'> & {
  systemMail: Pick<SystemMailOptions, 'from'>
}

/** What the parts of the mail process are started with; each says how it is stopped, and the last one stops first. */
export interface MailProcess {
  env: MailEnv
  logger: Logger
  onStop(stop: Stop): void
}

/** What the API's verbs need besides. */
export interface ApiServices extends Services {
  egress: EgressPolicy
  limits: RequestLimits
  systemMail: SystemMailOptions
  dns: DnsOptions
}

/** How the records of domains are looked at. */
export interface DnsOptions {
  /** What MX records must point to. */
  mxHost: string
  /** `address` or `address:port`; none: the system's. */
  servers: string[]
  /** For one question, which is asked twice. */
  timeoutMs: number
}

/** How the service writes to people. */
interface SystemMailOptions {
  /** The address that it writes from. */
  from: string
  /** Where links lead. */
  publicUrl: string
}

/** Requests in a minute, over all processes. */
export interface RequestLimits {
  /** By all API keys of an account together. */
  perAccount: number
  /** By the dashboard on behalf of an account. */
  perPerson: number
  /** By an address whose requests speak for nobody. */
  perClient: number
}

/** On whose behalf a verb acts, and by which request. */
export interface Actor {
  accountId: string
  /** Whose rows it sees and makes: the account's live or its test ones. */
  ownerId: string
  mode: Mode
  plan: Plan
  /** The API key that speaks for the account; null where its owner is signed in. */
  keyId: string | null
  ip: string
  request: AuditedRequest
}

/** A request as the audit log has it. */
export interface AuditedRequest {
  /** Of the route, such as `address.create`; null where there is no route. */
  action: string | null
  method: string
  path: string
  /** What it is answered with where it succeeds. */
  successStatus: number
}

/** Who may use a route. */
export interface Authentication {
  /** An API key with the scopes, or a person, who has all of them. */
  allow(...scopes: Scope[]): CredentialHook
  /** Only for a person with a JWT; an API key is refused. */
  person: CredentialHook
  /** Only for whoever runs the service. */
  operator: CredentialHook
}
