import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { EmailChange, NewEmail, Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'

export interface EmailQuery {
  /** Only emails of this alias. */
  addressId?: string | undefined
  type?: 'received' | 'sent' | undefined
  /** True: only deleted emails. */
  isDeleted?: boolean | undefined
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
}

/** Emails that aliases have received and sent. */
export const emails = ({ call, list }: Client<Operations>) => ({
  /** Newest first; long bodies are cut. */
  list: ({ addressId, isDeleted, ...others }: EmailQuery = {}, options?: RequestOptions) => {
    const query = { ...others, address_id: addressId, is_deleted: isDeleted ? ('true' as const) : undefined }
    return list('listEmails', { query }, ({ data, total }) => ({ items: data, total }), options)
  },
  /** An email, also a deleted one, with its whole text and the names of its attachments. */
  get: (id: string, options?: RequestOptions) => unwrap(call('getEmail', { path: { id } }, options)),
  /** Queues an email; the `status` of `get(id)` shows the outcome. */
  send: (body: NewEmail, options?: RequestOptions) => unwrap(call('sendEmail', { body }, options)),
  update: (id: string, body: EmailChange, options?: RequestOptions) =>
    unwrap(call('updateEmail', { path: { id }, body }, options)),
  delete: (id: string, options?: RequestOptions) => unwrap(call('deleteEmail', { path: { id } }, options)),
  attachment: (id: string, attachmentId: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('getAttachment', { path: { id, attachmentId } }, options),
  /** The raw message as it was transferred over SMTP. */
  raw: (id: string, options?: RequestOptions): Promise<Uint8Array> =>
    call('getRawEmail', { path: { id } }, options),
})
