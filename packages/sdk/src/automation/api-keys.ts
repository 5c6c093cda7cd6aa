import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { ApiKeyChange, NewApiKey, Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Credentials for programs. Every method needs a `token`. */
export const apiKeys = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listApiKeys'>, options?: RequestOptions) =>
    list('listApiKeys', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getApiKey', { path: { id } }, options),
  /** The `rawKey` is shown only in this response. */
  create: (body: NewApiKey, options?: RequestOptions) => call('createApiKey', { body }, options),
  update: (id: string, body: ApiKeyChange, options?: RequestOptions) =>
    call('updateApiKey', { path: { id }, body }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteApiKey', { path: { id } }, options),
})
