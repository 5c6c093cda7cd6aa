import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { Operations } from '../generated/automation-api.ts'

/** Passwords and other texts of the account, which steps refer to as `${secrets.name}`. */
export const secrets = ({ call }: Client<Operations>) => ({
  /** By name, without their values. */
  list: (options?: RequestOptions) => call('listSecrets', {}, options),
  /** Saves a secret in place of an earlier one of that name. */
  save: (name: string, value: string, options?: RequestOptions) =>
    call('saveSecret', { path: { name }, body: { value } }, options),
  delete: (name: string, options?: RequestOptions) => call('deleteSecret', { path: { name } }, options),
})
