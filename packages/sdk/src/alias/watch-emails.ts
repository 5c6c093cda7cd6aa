import type { RequestOptions } from '../client/client-options.ts'
import type { Client } from '../client/create-client.ts'
import { readServerEvents } from '../client/read-server-events.ts'
import type { Email, Operations } from '../generated/alias-api.ts'

export interface EmailsWatched {
  /** Only emails of this alias. */
  addressId?: string | undefined
  type?: 'received' | 'sent' | undefined
  /** True: only spam; false: without it. */
  isSpam?: boolean | undefined
  /** A part of the sender's address or name, case-insensitive. */
  from?: string | undefined
  /** A part of the subject, case-insensitive. */
  subject?: string | undefined
  /** A part of the sender, the subject or the text, case-insensitive. */
  q?: string | undefined
  /** Received at this time or later. */
  since?: Date | string | undefined
  /** The id of the last event that was dealt with: the stream goes on after it. By default it begins now. */
  after?: string | undefined
}

/** An email that was listed. */
export interface EmailListed {
  event: 'email'
  /** To go on after it, as `after`. */
  id: string
  data: Email
}

// Between two streams: a service that ends each at once would be asked without a pause.
const pauseMs = 1000

/** Emails as they are listed, without an end: a stream that the service ends is followed by another one, which goes on after it. */
export async function* watchEmails(
  { call, clock }: Client<Operations>,
  { addressId, isSpam, since, after, ...others }: EmailsWatched = {},
  options?: RequestOptions,
): AsyncGenerator<EmailListed> {
  let last = after
  const filter = {
    ...others,
    address_id: addressId,
    is_spam: isSpam === undefined ? undefined : isSpam ? ('true' as const) : ('false' as const),
    since: since instanceof Date ? since.toISOString() : since,
  }
  for (;;) {
    const stream = await call('watchEmails', { query: { ...filter, after: last } }, options)
    for await (const { data } of readServerEvents(stream, (id) => (last = id)))
      yield { event: 'email', id: last ?? '', data: JSON.parse(data) as Email }
    await clock.wait(pauseMs, options?.signal)
  }
}
