import {
  eventStream,
  openEventStreams,
  quietMs,
  toEventStream,
  ValidationError,
  writeHeartbeat,
  writeServerEvent,
  type App,
} from '@waypost/http'
import { readPosition, writePosition, type FeedPosition } from '@waypost/webhooks'
import { z } from 'zod'
import { sinceQuery, textQuery } from '../emails/email-query.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { tooManyStreams, watchEmails, type Listing } from './watch-emails.ts'

// A key may be revoked meanwhile.
const lifeMs = 10 * 60_000

const position = z
  .string()
  .refine((text) => readPosition(text) !== undefined, {
    message: 'must be the id of an event',
    params: { rule: 'matches' },
  })
  .transform((text) => readPosition(text)!)
const query = z.object({
  address_id: z.uuid().optional(),
  type: z.enum(['received', 'sent']).optional(),
  is_spam: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only spam; `false`: without it' }),
  ...textQuery,
  since: sinceQuery,
  after: position.optional().meta({
    description:
      'The id of the last event that you have got: the stream goes on after it. `Last-Event-ID`, which an `EventSource` sends, comes first',
  }),
})

/** Emails as they are listed. */
export function emailStreamRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const signalOf = openEventStreams(app)

  app.get(
    '/api/v1/emails/events',
    {
      onRequest: allow('emails:read'),
      config: { action: 'email.watch', errors: { 429: tooManyStreams } },
      schema: {
        operationId: 'watchEmails',
        summary: 'Stream emails as they are listed: server-sent events `email`',
        querystring: query,
        response: { 200: eventStream },
      },
    },
    async (request, reply) => {
      const { address_id: addressId, is_spam, since: earliest, after, ...match } = request.query
      const filter = {
        ...match,
        addressId,
        isSpam: is_spam === undefined ? undefined : is_spam === 'true',
        since: earliest === undefined ? undefined : new Date(earliest),
      }
      const listings = await watchEmails(services, request.actor, filter, {
        after: lastOf(request.headers['last-event-id']) ?? after,
        signal: signalOf(reply),
        quietMs,
        lifeMs,
      })
      return reply.send(toEventStream(reply, writeListings(listings)))
    },
  )
}

function lastOf(header: string | string[] | undefined): FeedPosition | undefined {
  if (header === undefined || header === '') return undefined
  const found = readPosition(String(header))
  if (found) return found
  const message = 'Last-Event-ID must be the id of an event'
  throw new ValidationError([{ property: 'Last-Event-ID', rule: 'matches', message, receivedValue: header }])
}

async function* writeListings(listings: AsyncIterable<Listing>): AsyncGenerator<string> {
  for await (const { position: at, email } of listings)
    yield email ? writeServerEvent('email', email, writePosition(at)) : writeHeartbeat(writePosition(at))
}
