import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Browser state that runs saved, for later runs to start with. */
export const sessions = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listSessions'>, options?: RequestOptions) =>
    list('listSessions', { query }, asPage, options),
  delete: (id: string, options?: RequestOptions) => call('deleteSession', { path: { id } }, options),
})
