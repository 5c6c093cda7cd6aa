import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { NewApiKey, Operations } from '../generated/alias-api.ts'
import { asDataPage, unwrap } from './unwrap.ts'

/** Credentials for programs. Every method needs a `token`. */
export const apiKeys = ({ call, list }: Client<Operations>) => ({
  /** Including revoked ones, newest first. */
  list: (query?: QueryOf<Operations, 'listApiKeys'>, options?: RequestOptions) =>
    list('listApiKeys', { query }, asDataPage, options),
  /** The `rawKey` is shown only in this response. */
  create: (body: NewApiKey, options?: RequestOptions) => unwrap(call('createApiKey', { body }, options)),
  /** Revokes a key permanently. */
  revoke: (id: string, options?: RequestOptions) => call('revokeApiKey', { path: { id } }, options),
})
