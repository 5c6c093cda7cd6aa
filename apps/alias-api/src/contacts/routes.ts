import { announceCursorPage, cursorQuery, idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { contact, contactChange, newContact } from './contact.ts'
import { deleteContact } from './delete-contact.ts'
import { listContacts } from './list-contacts.ts'
import { tooManyContacts } from './enforce-contacts.ts'
import { putContact } from './put-contact.ts'
import { updateContact } from './update-contact.ts'

const page = z.object({
  contacts: z.array(contact),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
const contactParameters = idParameter.extend({ contactId: idParameter.shape.id })
const errors = { 404: 'Contact not found' }

export function contactRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/addresses/:id/contacts',
    {
      onRequest: allow('emails:read'),
      config: { action: 'contact.list', errors: { 404: 'Alias not found' } },
      schema: {
        operationId: 'listContacts',
        summary: 'List the contacts of an alias, newest first',
        params: idParameter,
        querystring: cursorQuery({ defaultLimit: 20, maxLimit: 100 }),
        response: { 200: dataOf(page) },
      },
    },
    async (request, reply) => {
      const { limit, offset } = request.query
      const { id } = request.params
      const { items, total, nextCursor } = await listContacts(services, request.actor, id, request.query)
      // The body carries the total, so no header does.
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: { contacts: items, total, limit, offset } }
    },
  )
  app.put(
    '/api/v1/addresses/:id/contacts',
    {
      onRequest: allow('emails:write'),
      config: { action: 'contact.put', errors: { 403: tooManyContacts, 404: 'Alias not found' } },
      schema: {
        operationId: 'putContact',
        summary: 'Add a contact to an alias, or find the one with that address',
        params: idParameter,
        body: newContact,
        response: { 200: dataOf(contact) },
      },
    },
    async (request) => ({
      data: await putContact(services, request.actor, request.params.id, request.body),
    }),
  )
  app.patch(
    '/api/v1/addresses/:id/contacts/:contactId',
    {
      onRequest: allow('emails:write'),
      config: { action: 'contact.update', errors: { 403: tooManyContacts, ...errors } },
      schema: {
        operationId: 'updateContact',
        summary: 'Rename, block or unblock a contact',
        params: contactParameters,
        body: contactChange,
        response: { 200: dataOf(contact) },
      },
    },
    async (request) => ({
      data: await updateContact(services, request.actor, request.params, request.body),
    }),
  )
  app.delete(
    '/api/v1/addresses/:id/contacts/:contactId',
    {
      onRequest: allow('emails:write'),
      config: { action: 'contact.delete', errors },
      schema: {
        operationId: 'deleteContact',
        summary: 'Delete a contact and its reverse address',
        params: contactParameters,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await deleteContact(services, request.actor, request.params)
      return { message: 'Contact deleted' }
    },
  )
}
