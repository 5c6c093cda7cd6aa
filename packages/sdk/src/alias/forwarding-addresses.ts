import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { ForwardingAddressChange, Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

/** Mailboxes that mail can be forwarded to, once their owner has confirmed it. */
export const forwardingAddresses = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listForwardingAddresses'>, options?: RequestOptions) =>
    list(
      'listForwardingAddresses',
      { query },
      ({ data }) => ({ items: data.addresses, total: data.total }),
      options,
    ),
  get: (id: string, options?: RequestOptions) =>
    unwrap(call('getForwardingAddress', { path: { id } }, options)),
  /** Sends the mailbox a confirmation link. */
  create: (email: string, options?: RequestOptions) =>
    unwrap(call('createForwardingAddress', { body: { email } }, options)),
  /**
   * Changes the mail that is forwarded to the mailbox: whether it has links that disable and extend its alias, and the OpenPGP
   * public key to which it is encrypted.
   */
  update: (id: string, body: ForwardingAddressChange, options?: RequestOptions) =>
    unwrap(call('updateForwardingAddress', { path: { id }, body }, options)),
  /** Deletes a forwarding address with its rules. */
  delete: (id: string, options?: RequestOptions) =>
    call('deleteForwardingAddress', { path: { id } }, options),
  /** Sends a new confirmation link; a ConflictError where the mailbox is already confirmed. */
  resendVerification: (id: string, options?: RequestOptions) =>
    call('resendVerification', { path: { id } }, options),
})
