import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { EmailChange, NewEmail, Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

export interface EmailQuery {
  /** Of one alias. */
  addressId?: string | undefined
  type?: 'received' | 'sent' | undefined
  /** True: the deleted ones only. */
  isDeleted?: boolean | undefined
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
}

/** What aliases have received and sent. */
export const emails = ({ call, list }: Client<Operations>) => ({
  /** The newest first; long bodies are cut. */
  list: ({ addressId, isDeleted, ...others }: EmailQuery = {}, options?: RequestOptions) => {
    const query = { ...others, address_id: addressId, is_deleted: isDeleted ? ('true' as const) : undefined }
    return list('listEmails', { query }, ({ data, total }) => ({ items: data, total }), options)
  },
  /** With all of its text and its attachments' names; also a deleted one. */
  get: (id: string, options?: RequestOptions) => unwrap(call('getEmail', { path: { id } }, options)),
  /** Queues it; what becomes of it is in the `status` of `get(id)`. */
  send: (body: NewEmail, options?: RequestOptions) => unwrap(call('sendEmail', { body }, options)),
  update: (id: string, body: EmailChange, options?: RequestOptions) =>
    unwrap(call('updateEmail', { path: { id }, body }, options)),
  delete: (id: string, options?: RequestOptions) => unwrap(call('deleteEmail', { path: { id } }, options)),
  attachment: (id: string, attachmentId: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('getAttachment', { path: { id, attachmentId } }, options),
  /** As it came over SMTP. */
  raw: (id: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('getRawEmail', { path: { id } }, options),
})
