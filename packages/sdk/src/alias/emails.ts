import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { EmailChange, NewEmail, Operations } from '../generated/alias-api.ts'
import { unwrap } from './unwrap.ts'
import { watchEmails, type EmailsWatched } from './watch-emails.ts'

export interface EmailQuery {
  /** Only emails of this alias. */
  addressId?: string | undefined
  type?: 'received' | 'sent' | undefined
  /** True: only deleted emails. */
  isDeleted?: boolean | undefined
  /** True: only spam; false: without it. */
  isSpam?: boolean | undefined
  /** True: only emails whose forward is withheld. */
  isWithheld?: boolean | undefined
  /** True: only starred emails; false: without them. */
  isStarred?: boolean | undefined
  /** A part of the sender's address or name, case-insensitive. */
  from?: string | undefined
  /** A part of the subject, case-insensitive. */
  subject?: string | undefined
  /** A part of the sender, the subject or the text, case-insensitive. */
  q?: string | undefined
  /** A part of the sender or the subject, case-insensitive; fast among any number of emails. */
  search?: string | undefined
  /** Only emails of this conversation, as emails name it. */
  threadId?: string | undefined
  /** True: of each conversation only the newest email that matches, with `thread`. The total still counts all emails. */
  collapseThreads?: boolean | undefined
  /** One of their labels. */
  label?: string | undefined
  /** Received at this time or later. */
  since?: Date | string | undefined
  /** While no email matches, the service waits for one, at most this many seconds (30), which the attempt may take longer. */
  wait?: number | undefined
  /** `alias`: with the label of the alias of each. */
  include?: 'alias' | undefined
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
}

const textOf = (value: boolean | undefined) =>
  value === undefined ? undefined : value ? ('true' as const) : ('false' as const)

/** Emails that aliases have received and sent. */
export const emails = (client: Client<Operations>) => ({
  /** All emails that are not deleted, as a zip with an mbox of each alias. It is read as it comes. */
  export: (options?: RequestOptions): Promise<ReadableStream<Uint8Array>> =>
    client.call('exportEmails', {}, options),
  /** Newest first; long bodies are cut. */
  list: (
    {
      addressId,
      isDeleted,
      isSpam,
      isWithheld,
      isStarred,
      since,
      collapseThreads,
      ...others
    }: EmailQuery = {},
    options?: RequestOptions,
  ) => {
    const query = {
      ...others,
      address_id: addressId,
      is_deleted: isDeleted ? ('true' as const) : undefined,
      is_spam: textOf(isSpam),
      is_withheld: isWithheld ? ('true' as const) : undefined,
      is_starred: textOf(isStarred),
      collapseThreads: collapseThreads ? ('true' as const) : undefined,
      since: since instanceof Date ? since.toISOString() : since,
    }
    return client.list('listEmails', { query }, ({ data, total }) => ({ items: data, total }), {
      ...(others.wait !== undefined && { timeoutMs: (others.wait + 30) * 1000 }),
      ...options,
    })
  },
  /**
   * Emails as they are listed: `for await (const { data, id } of …)`, without an end; `break` disconnects. Whoever keeps the
   * id of the last one can go on `after` it later, without a gap.
   */
  watch: (watched?: EmailsWatched, options?: RequestOptions) => watchEmails(client, watched, options),
  /** An email, also a deleted one, with its whole text and the names of its attachments. */
  get: (id: string, options?: RequestOptions) => unwrap(client.call('getEmail', { path: { id } }, options)),
  /** Queues an email; the `status` of `get(id)` shows the outcome. */
  send: (body: NewEmail, options?: RequestOptions) => unwrap(client.call('sendEmail', { body }, options)),
  update: (id: string, body: EmailChange, options?: RequestOptions) =>
    unwrap(client.call('updateEmail', { path: { id }, body }, options)),
  delete: (id: string, options?: RequestOptions) =>
    unwrap(client.call('deleteEmail', { path: { id } }, options)),
  /** Moves an email back from the deleted ones. */
  restore: (id: string, options?: RequestOptions) =>
    unwrap(client.call('restoreEmail', { path: { id } }, options)),
  attachment: (id: string, attachmentId: string, options?: RequestOptions): Promise<Uint8Array> =>
    client.call('getAttachment', { path: { id, attachmentId } }, options),
  /** A remote image of the email, loaded by the service: its sender does not learn who reads it. */
  remoteImage: (id: string, url: string, options?: RequestOptions): Promise<Uint8Array> =>
    client.call('getEmailRemoteImage', { path: { id }, query: { url } }, options),
  /** The raw message as it was transferred over SMTP. */
  raw: (id: string, options?: RequestOptions): Promise<Uint8Array> =>
    client.call('getRawEmail', { path: { id } }, options),
})
