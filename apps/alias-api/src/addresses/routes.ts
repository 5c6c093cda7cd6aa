import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, searchText, type App, type Once } from '@waypost/http'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { addressImport, newAddressImport } from '../address-import/address-import.ts'
import { importAddresses } from '../address-import/import-addresses.ts'
import { address, addressChange, addressStatus, createdAddress, newAddress } from './address.ts'
import { createAddress } from './create-address.ts'
import { deleteAddress } from './delete-address.ts'
import { getAddress } from './get-address.ts'
import { listAddresses } from './list-addresses.ts'
import { updateAddress } from './update-address.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 }).extend({
  status: addressStatus.optional(),
  q: searchText.optional().meta({ description: 'A part of the alias or of its label, case-insensitive' }),
  include: z.enum(['activity']).optional().meta({
    description:
      'With `activity`, each alias has its number of emails, the time of the last and its forwarding',
  }),
})
const page = z.object({
  addresses: z.array(address),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})

export function addressRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/addresses',
    {
      onRequest: allow('emails:read'),
      config: { action: 'address.list' },
      schema: {
        operationId: 'listAddresses',
        summary: 'List aliases, newest first',
        querystring: query,
        response: { 200: dataOf(page) },
      },
    },
    async (request, reply) => {
      const { limit, offset } = request.query
      const { items, total, nextCursor } = await listAddresses(services, request.actor, request.query)
      // The body carries the total, so no header does.
      announceCursorPage(request, reply, { total: null, nextCursor })
      return { data: { addresses: items, total, limit, offset } }
    },
  )
  app.post(
    '/api/v1/addresses',
    {
      onRequest: allow('emails:write'),
      config: { action: 'address.create', idempotent: true, errors: { 403: 'Alias limit reached: …' } },
      schema: {
        operationId: 'createAddress',
        summary: 'Create an alias',
        body: newAddress.nullish(),
        response: { 201: dataOf(createdAddress) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await createAddress(inside, request.actor, request.body ?? {}),
      })),
  )
  app.post(
    '/api/v1/addresses/import',
    {
      onRequest: allow('emails:write'),
      config: {
        action: 'address.import',
        idempotent: true,
        errors: { 403: ['Custom domains require the Business plan', 'Alias limit reached: …'] },
      },
      schema: {
        operationId: 'importAddresses',
        summary: 'Create the aliases of a CSV file, such as an export of SimpleLogin or addy.io',
        body: newAddressImport,
        response: { 200: dataOf(addressImport) },
      },
    },
    (request, reply) =>
      once(request, reply, 200, async (inside) => ({
        data: await importAddresses(inside, request.actor, request.body),
      })),
  )
  app.get(
    '/api/v1/addresses/:id',
    {
      onRequest: allow('emails:read'),
      config: { action: 'address.read', errors: { 404: 'Alias not found' } },
      schema: {
        operationId: 'getAddress',
        summary: 'Get an alias',
        params: idParameter,
        response: { 200: dataOf(address) },
      },
    },
    async (request) => ({ data: await getAddress(services, request.actor, request.params.id) }),
  )
  app.patch(
    '/api/v1/addresses/:id',
    {
      onRequest: allow('emails:write'),
      config: { action: 'address.update', errors: { 404: 'Alias not found' } },
      schema: {
        operationId: 'updateAddress',
        summary: 'Relabel, pause or extend an alias',
        params: idParameter,
        body: addressChange,
        response: { 200: dataOf(address) },
      },
    },
    async (request) => ({
      data: await updateAddress(services, request.actor, request.params.id, request.body),
    }),
  )
  app.delete(
    '/api/v1/addresses/:id',
    {
      onRequest: allow('emails:write'),
      config: { action: 'address.delete', errors: { 404: 'Alias not found' } },
      schema: {
        operationId: 'deleteAddress',
        summary: 'Delete an alias and its emails for good',
        params: idParameter,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await deleteAddress(services, request.actor, request.params.id)
      return { message: 'Alias deleted' }
    },
  )
}
