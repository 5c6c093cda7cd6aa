import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { AliasChange, ForwardingRuleChange, NewAlias, Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

/** Addresses that receive mail for a while or for good. */
export const addresses = ({ call, list }: Client<Operations>) => ({
  /** The newest first. */
  list: (query?: QueryOf<Operations, 'listAddresses'>, options?: RequestOptions) =>
    list('listAddresses', { query }, ({ data }) => ({ items: data.addresses, total: data.total }), options),
  create: (body: NewAlias = {}, options?: RequestOptions) => unwrap(call('createAddress', { body }, options)),
  /** Relabels, pauses or extends it. */
  update: (id: string, body: AliasChange, options?: RequestOptions) =>
    unwrap(call('updateAddress', { path: { id }, body }, options)),
  /** With its emails, for good. */
  delete: (id: string, options?: RequestOptions) => call('deleteAddress', { path: { id } }, options),
  /** Where its mail is forwarded. */
  getForwarding: (id: string, options?: RequestOptions) =>
    unwrap(call('getForwardingRule', { path: { id } }, options)),
  /** Has its mail forwarded, all of it or some, or none. */
  updateForwarding: (id: string, body: ForwardingRuleChange, options?: RequestOptions) =>
    unwrap(call('updateForwardingRule', { path: { id }, body }, options)),
  /** What was said to servers that had mail for it in the last week, refusals too. The newest first. */
  listSmtpLog: (id: string, query?: QueryOf<Operations, 'listSmtpLog'>, options?: RequestOptions) =>
    list(
      'listSmtpLog',
      { path: { id }, query },
      ({ data }) => ({ items: data.entries, total: data.total }),
      options,
    ),
})
