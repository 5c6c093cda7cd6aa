import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { FileContent, Operations } from '../generated/automation-api.ts'

/** Files of the account, which upload steps refer to as `accountFile`. */
export const files = ({ call }: Client<Operations>) => ({
  /** By name, without their contents. */
  list: (options?: RequestOptions) => call('listFiles', {}, options),
  /** Downloads a file. */
  get: (name: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('getFile', { path: { name } }, options),
  /** Saves a file, of at most 10 MiB, in place of an earlier one of that name. */
  save: (name: string, content: FileContent, options?: RequestOptions) =>
    call('saveFile', { path: { name }, body: content }, options),
  delete: (name: string, options?: RequestOptions) => call('deleteFile', { path: { name } }, options),
})
