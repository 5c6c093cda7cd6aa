import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { NewApiKey, Operations } from '../generated/alias-api.ts'
import { asDataPage, unwrap } from './unwrap.ts'

/** Credentials for programs. All of it needs a `token`. */
export const apiKeys = ({ call, list }: Client<Operations>) => ({
  /** The revoked ones too, the newest first. */
  list: (query?: QueryOf<Operations, 'listApiKeys'>, options?: RequestOptions) =>
    list('listApiKeys', { query }, asDataPage, options),
  /** The `rawKey` in the answer is shown this once. */
  create: (body: NewApiKey, options?: RequestOptions) => unwrap(call('createApiKey', { body }, options)),
  /** For good. */
  revoke: (id: string, options?: RequestOptions) => call('revokeApiKey', { path: { id } }, options),
})
