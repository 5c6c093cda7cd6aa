import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

/** Domains of one's own. */
export const domains = ({ call }: Client<Operations>) => ({
  list: (options?: RequestOptions) => unwrap(call('listDomains', {}, options)),
  /** `dnsRecords` in the answer are what is to be entered. */
  create: (domain: string, options?: RequestOptions) =>
    unwrap(call('createDomain', { body: { domain } }, options)),
  /** Looks at the records now. */
  verify: (id: string, options?: RequestOptions) => unwrap(call('verifyDomain', { path: { id } }, options)),
  /** What is to be entered where it is managed: to receive, to send, and to be believed. */
  dnsRecords: (id: string, options?: RequestOptions) =>
    unwrap(call('listDnsRecords', { path: { id } }, options)),
  /** Its aliases receive no more. */
  delete: (id: string, options?: RequestOptions) => call('deleteDomain', { path: { id } }, options),
})

/** Domains of the platform. */
export const platformDomains = ({ call }: Client<Operations>) => ({
  list: (options?: RequestOptions) => unwrap(call('listPlatformDomains', {}, options)),
})
