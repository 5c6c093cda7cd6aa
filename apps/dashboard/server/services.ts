import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Keyring } from '@waypost/webhooks'
import type { PasswordHasher } from './accounts/create-password-hasher.ts'
import type { Sweep } from './create-sweep.ts'
import type { Events } from './events.ts'
import type { UpstreamClient, UpstreamUrls } from './upstreams/create-upstream-client.ts'

/** The dependencies of all functions; opened once by the process or by a test. */
export interface Services {
  db: Db
  clock: Clock
  keyring: Keyring
  passwords: PasswordHasher
  events: Events
  /** The dashboard's public URL. */
  publicUrl: URL
  /** The queue for jobs of the dashboard's processes. */
  work: Boss
  /** Sends token revocations to the services. */
  revocations: Pick<Sweep, 'soon'>
  /** Erases the data of closed accounts at the services. */
  erasure: Pick<Sweep, 'soon'>
  /** The services' base URLs, as programs see them. */
  baseUrls: UpstreamUrls
  /** The services behind the pages. */
  upstreams: UpstreamClient
  /** `iss` and `aud` of the tokens. Services that trust the tokens need the same values. */
  jwt: { issuer: string; audience: string }
}
