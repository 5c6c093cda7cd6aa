import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type {
  AliasChange,
  ContactChange,
  ForwardingRuleChange,
  NewAlias,
  NewAliasImport,
  NewContact,
  NewMailRule,
  Operations,
} from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

/** Aliases: addresses that receive mail, temporarily or permanently. */
export const addresses = ({ call, list }: Client<Operations>) => ({
  /** Newest first. */
  list: (query?: QueryOf<Operations, 'listAddresses'>, options?: RequestOptions) =>
    list('listAddresses', { query }, ({ data }) => ({ items: data.addresses, total: data.total }), options),
  create: (body: NewAlias = {}, options?: RequestOptions) => unwrap(call('createAddress', { body }, options)),
  /** Creates the aliases of a CSV file, such as an export of SimpleLogin or addy.io. It says what became of each row. */
  import: (body: NewAliasImport, options?: RequestOptions) =>
    unwrap(call('importAddresses', { body }, options)),
  get: (id: string, options?: RequestOptions) => unwrap(call('getAddress', { path: { id } }, options)),
  /** Relabels, pauses or extends an alias. */
  update: (id: string, body: AliasChange, options?: RequestOptions) =>
    unwrap(call('updateAddress', { path: { id }, body }, options)),
  /** Deletes an alias with its emails permanently. */
  delete: (id: string, options?: RequestOptions) => call('deleteAddress', { path: { id } }, options),
  /** All emails of an alias that are not deleted, as an mbox. Give a `timeoutMs` that its download fits in. */
  mbox: (id: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('exportAddress', { path: { id } }, options),
  /** The forwarding rule of an alias. */
  getForwarding: (id: string, options?: RequestOptions) =>
    unwrap(call('getForwardingRule', { path: { id } }, options)),
  /** Changes which of an alias's mail is forwarded: all, some or none. */
  updateForwarding: (id: string, body: ForwardingRuleChange, options?: RequestOptions) =>
    unwrap(call('updateForwardingRule', { path: { id }, body }, options)),
  /** The rules of an alias, in their order: what becomes of its mail before its forwarding rule. */
  listRules: (id: string, options?: RequestOptions) =>
    unwrap(call('listMailRules', { path: { id } }, options)),
  /** The rules with their version, for `ifVersion` of `replaceRules`. */
  getRules: async (id: string, options?: RequestOptions) => {
    const { data: rules, version } = await call('listMailRules', { path: { id } }, options)
    return { rules, version }
  },
  /**
   * Replaces all rules of an alias.
   *
   * @param options `ifVersion`: a ChangedError where the rules have another version by now
   */
  replaceRules: (id: string, rules: NewMailRule[], options?: RequestOptions & { ifVersion?: number }) =>
    unwrap(call('replaceMailRules', { path: { id }, body: { rules } }, options)),
  /** Whoever has correspondence with an alias. Newest first. */
  listContacts: (id: string, query?: QueryOf<Operations, 'listContacts'>, options?: RequestOptions) =>
    list(
      'listContacts',
      { path: { id }, query },
      ({ data }) => ({ items: data.contacts, total: data.total }),
      options,
    ),
  /** Adds a contact, or finds the one with that address. What your mailbox sends to its `reverseAddress` leaves from the alias. */
  putContact: (id: string, body: NewContact, options?: RequestOptions) =>
    unwrap(call('putContact', { path: { id }, body }, options)),
  /** Renames, blocks or unblocks a contact. */
  updateContact: (id: string, contactId: string, body: ContactChange, options?: RequestOptions) =>
    unwrap(call('updateContact', { path: { id, contactId }, body }, options)),
  deleteContact: (id: string, contactId: string, options?: RequestOptions) =>
    call('deleteContact', { path: { id, contactId } }, options),
  /** The responses to servers that had mail for an alias in the last week, including refusals. Newest first. */
  listSmtpLog: (id: string, query?: QueryOf<Operations, 'listSmtpLog'>, options?: RequestOptions) =>
    list(
      'listSmtpLog',
      { path: { id }, query },
      ({ data }) => ({ items: data.entries, total: data.total }),
      options,
    ),
})
