import type { Boss, Clock, Db } from '@waypost/postgres'
import type { Keyring } from '@waypost/webhooks'
import type { PasswordHasher } from './accounts/create-password-hasher.ts'
import type { Sweep } from './create-sweep.ts'
import type { Events } from './events.ts'
import type { UpstreamClient } from './upstreams/create-upstream-client.ts'

/** What the verbs work with; opened once by the process, or by a test. */
export interface Services {
  db: Db
  clock: Clock
  keyring: Keyring
  passwords: PasswordHasher
  events: Events
  /** Where browsers find the dashboard. */
  publicUrl: URL
  /** Where jobs for this process, or another of its kind, are left. */
  work: Boss
  /** Tells the services which JWTs to refuse. */
  revocations: Pick<Sweep, 'soon'>
  /** Erases what the services have of accounts that are gone. */
  erasure: Pick<Sweep, 'soon'>
  /** The services behind the pages. */
  upstreams: UpstreamClient
  /** `iss` and `aud` of the tokens: what the services that trust them must be told. */
  jwt: { issuer: string; audience: string }
}
