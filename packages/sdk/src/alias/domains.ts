import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

/** Custom domains. */
export const domains = ({ call }: Client<Operations>) => ({
  list: (options?: RequestOptions) => unwrap(call('listDomains', {}, options)),
  get: (id: string, options?: RequestOptions) => unwrap(call('getDomain', { path: { id } }, options)),
  /** `dnsRecords` in the response are the records to publish. */
  create: (domain: string, options?: RequestOptions) =>
    unwrap(call('createDomain', { body: { domain } }, options)),
  /** Checks the records now. */
  verify: (id: string, options?: RequestOptions) => unwrap(call('verifyDomain', { path: { id } }, options)),
  /** The records to publish, to receive mail and to send authenticated mail. */
  dnsRecords: (id: string, options?: RequestOptions) =>
    unwrap(call('listDnsRecords', { path: { id } }, options)),
  /** Deletes a domain; its aliases stop receiving mail. */
  delete: (id: string, options?: RequestOptions) => call('deleteDomain', { path: { id } }, options),
})

/** Domains of the platform. */
export const platformDomains = ({ call }: Client<Operations>) => ({
  list: (options?: RequestOptions) => unwrap(call('listPlatformDomains', {}, options)),
})
