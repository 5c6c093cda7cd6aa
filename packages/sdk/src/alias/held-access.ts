import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { Operations } from '../generated/alias-api.ts'
import { asDataPage } from './unwrap.ts'

/** Access that a recovery of the account has deactivated until its owner keeps it. Every method needs a `token`. */
export const heldAccess = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listHeldAccess'>, options?: RequestOptions) =>
    list('listHeldAccess', { query }, asDataPage, options),
  /** Activates it again. To remove it, delete the key, the webhook or the rule. */
  keep: (id: string, options?: RequestOptions) => call('keepHeldAccess', { path: { id } }, options),
})
