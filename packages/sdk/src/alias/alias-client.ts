import type { ClientOptions, RequestOptions } from '../client/client-options.ts'
import { applyDefaults } from '../client/apply-defaults.ts'
import { createAuthorize } from '../client/create-authorize.ts'
import { createClient, type Client } from '../client/create-client.ts'
import {
  operations,
  type Account,
  type Analytics,
  type EmailDetail,
  type Operations,
  type Overview,
} from '../generated/alias-api.ts'
import { addresses } from './addresses.ts'
import { apiKeys } from './api-keys.ts'
import { auditLogs } from './audit-logs.ts'
import { domains, platformDomains } from './domains.ts'
import { emails } from './emails.ts'
import { forwardingAddresses } from './forwarding-addresses.ts'
import { heldAccess } from './held-access.ts'
import { unwrap } from './unwrap.ts'
import { waitForCode, waitForEmail, type CodeFound, type EmailWanted } from './wait-for-email.ts'
import { webhooks } from './webhooks.ts'

const defaults = {
  keyVariables: ['WAYPOST_ALIAS_API_KEY', 'WAYPOST_API_KEY'],
  urlVariable: 'WAYPOST_ALIAS_URL',
  localUrl: 'http://localhost:4002',
}

/** The alias service: `new AliasClient({ apiKey })`, or with the `token` of a person, which can manage API keys too. */
export class AliasClient {
  readonly addresses: ReturnType<typeof addresses>
  readonly emails: ReturnType<typeof emails>
  readonly domains: ReturnType<typeof domains>
  readonly platformDomains: ReturnType<typeof platformDomains>
  readonly forwardingAddresses: ReturnType<typeof forwardingAddresses>
  readonly auditLogs: ReturnType<typeof auditLogs>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly apiKeys: ReturnType<typeof apiKeys>
  readonly heldAccess: ReturnType<typeof heldAccess>
  readonly #client: Client<Operations>

  /** @throws WaypostError without a credential in the options or in the environment */
  constructor(options: ClientOptions = {}) {
    const complete = applyDefaults(options, defaults)
    const authorize = createAuthorize(complete, (apiKey) => ({ authorization: `Bearer ${apiKey}` }))
    this.#client = createClient<Operations>(operations, authorize, complete)
    this.addresses = addresses(this.#client)
    this.emails = emails(this.#client)
    this.domains = domains(this.#client)
    this.platformDomains = platformDomains(this.#client)
    this.forwardingAddresses = forwardingAddresses(this.#client)
    this.auditLogs = auditLogs(this.#client)
    this.webhooks = webhooks(this.#client)
    this.apiKeys = apiKeys(this.#client)
    this.heldAccess = heldAccess(this.#client)
  }

  /** The account's plan and its limits. */
  account(options?: RequestOptions): Promise<Account> {
    return unwrap(this.#client.call('getAccount', {}, options))
  }

  /** The number of aliases and emails, in total and this month. */
  analytics(options?: RequestOptions): Promise<Analytics> {
    return this.#client.call('getAnalytics', {}, options)
  }

  /** The emails of the last days, 30 by default, what needs attention, and the limits. */
  overview(query: { days?: number } = {}, options?: RequestOptions): Promise<Overview> {
    return unwrap(this.#client.call('getOverview', { query }, options))
  }

  /**
   * Waits for an email to an alias and returns the newest match in full.
   *
   * @throws TimeoutError after `timeoutMs`, 60,000 by default
   */
  waitForEmail(wanted: EmailWanted): Promise<EmailDetail> {
    return waitForEmail(this.#client.clock, this.emails, wanted)
  }

  /**
   * Waits for an email to an alias with a one-time code, and returns the code that the email leaves no doubt about. Pass
   * `since`, the time before the code was asked for, so that an earlier code is not taken for it.
   *
   * @throws TimeoutError after `timeoutMs`, 60,000 by default
   */
  waitForCode(wanted: EmailWanted): Promise<CodeFound> {
    return waitForCode(this.#client.clock, this.emails, wanted)
  }
}
