import { announceCursorPage, cursorQuery, endTurn, idParameter, searchText, type App } from '@waypost/http'
import { z } from 'zod'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { awaitEmails, tooManyWaiting } from './await-emails.ts'
import { deleteEmail } from './delete-email.ts'
import { emailChange, emailDetail, idAndMessage, listedEmail } from './email.ts'
import { sinceQuery, textQuery } from './email-query.ts'
import { getEmail } from './get-email.ts'
import { listEmails } from './list-emails.ts'
import { restoreEmail } from './restore-email.ts'
import { updateEmail } from './update-email.ts'

const query = cursorQuery({ defaultLimit: 50, maxLimit: 100 }).extend({
  address_id: z.uuid().optional(),
  type: z.enum(['received', 'sent']).optional(),
  is_deleted: z.enum(['true', 'false']).optional().meta({ description: '`true`: only deleted emails' }),
  is_spam: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only spam; `false`: without it' }),
  is_withheld: z
    .literal('true')
    .optional()
    .meta({ description: '`true`: only emails whose forward is withheld, as `forwarding` says' }),
  is_starred: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: only starred emails; `false`: without them' }),
  ...textQuery,
  search: searchText.optional().meta({
    description:
      'A part of the sender’s address or name or of the subject, case-insensitive. An index finds it, however many emails there are',
    example: 'shop',
  }),
  threadId: z.uuid().optional().meta({
    description: 'Only emails of this conversation',
    example: 'a0c5f3c2-5c0e-8d1b-9c55-3f0d6f0f3b1e',
  }),
  collapseThreads: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: of each conversation, only the newest email that matches, with `thread`; `total` counts all emails',
  }),
  label: searchText.optional().meta({ description: 'Only emails with this label', example: 'Invoices' }),
  since: sinceQuery,
  include: z
    .enum(['alias'])
    .optional()
    .meta({ description: 'With `alias`, each email has the label of its alias' }),
  wait: z
    .string()
    .refine((text) => /^(\d|[12]\d|30)$/.test(text), {
      message: 'wait must be a whole number of seconds, 30 at most',
      params: { rule: 'isInt' },
    })
    .transform(Number)
    .optional()
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: 30,
      description: 'While no email matches, wait for one, at most this many seconds',
    }),
})
const page = z.object({
  data: z.array(listedEmail),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
const errors = { 404: 'Email not found' }

export function emailRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const closing = new AbortController()
  // Requests that wait would keep the process from stopping.
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })

  app.get(
    '/api/v1/emails',
    {
      onRequest: allow('emails:read'),
      config: { action: 'email.list', errors: { 429: tooManyWaiting } },
      schema: {
        operationId: 'listEmails',
        summary: 'List emails, newest first; bodies may be cut',
        querystring: query,
        response: { 200: page },
      },
    },
    async (request, reply) => {
      const {
        address_id: addressId,
        type,
        is_deleted,
        is_spam,
        is_withheld,
        is_starred,
        since,
        wait = 0,
        ...others
      } = request.query
      const { collapseThreads } = others
      const filter = {
        ...others,
        addressId,
        type,
        collapseThreads: collapseThreads === 'true',
        isDeleted: is_deleted === 'true',
        isSpam: is_spam === undefined ? undefined : is_spam === 'true',
        isWithheld: is_withheld === undefined ? undefined : (true as const),
        isStarred: is_starred === undefined ? undefined : is_starred === 'true',
        since: since === undefined ? undefined : new Date(since),
      }
      const { limit, offset } = filter
      const list = async () => {
        if (wait === 0) return listEmails(services, request.actor, filter)
        endTurn(request)
        const disconnected = new AbortController()
        reply.raw.on('close', () => disconnected.abort())
        const signal = AbortSignal.any([disconnected.signal, closing.signal])
        return awaitEmails(services, request.actor, filter, { waitMs: wait * 1000, signal })
      }
      const { items, total, nextCursor } = await list()
      // The body carries the total, so no header does.
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: items, total, limit, offset }
    },
  )
  app.get(
    '/api/v1/emails/:id',
    {
      onRequest: allow('emails:read'),
      config: { action: 'email.read', errors },
      schema: {
        operationId: 'getEmail',
        summary: 'Get an email, also a deleted one',
        params: idParameter,
        response: { 200: dataOf(emailDetail) },
      },
    },
    async (request) => ({ data: await getEmail(services, request.actor, request.params.id) }),
  )
  app.patch(
    '/api/v1/emails/:id',
    {
      onRequest: allow('emails:write'),
      config: { action: 'email.update', errors },
      schema: {
        operationId: 'updateEmail',
        summary: 'Mark an email as read, starred or spam',
        params: idParameter,
        body: emailChange,
        response: { 200: dataOf(emailDetail) },
      },
    },
    async (request) => ({
      data: await updateEmail(services, request.actor, request.params.id, request.body),
    }),
  )
  app.delete(
    '/api/v1/emails/:id',
    {
      onRequest: allow('emails:write'),
      config: { action: 'email.delete', errors },
      schema: {
        operationId: 'deleteEmail',
        summary: 'Move an email to the deleted ones',
        params: idParameter,
        response: { 200: idAndMessage },
      },
    },
    async (request) => {
      const { id } = request.params
      await deleteEmail(services, request.actor, id)
      return { data: { id }, message: 'Email deleted' }
    },
  )
  app.post(
    '/api/v1/emails/:id/restore',
    {
      onRequest: allow('emails:write'),
      config: { action: 'email.restore', errors },
      schema: {
        operationId: 'restoreEmail',
        summary: 'Move an email back from the deleted ones',
        params: idParameter,
        response: { 200: dataOf(emailDetail) },
      },
    },
    async (request) => ({ data: await restoreEmail(services, request.actor, request.params.id) }),
  )
}
