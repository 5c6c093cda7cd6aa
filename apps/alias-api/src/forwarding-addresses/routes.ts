import { announceNextPage, idParameter, pageQuery, type App, type Once } from '@waypost/http'
import { z } from 'zod'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { alreadyThere, createForwardingAddress } from './create-forwarding-address.ts'
import { deleteForwardingAddress } from './delete-forwarding-address.ts'
import {
  createdForwardingAddress,
  forwardingAddress,
  forwardingAddressChange,
  newForwardingAddress,
} from './forwarding-address.ts'
import { getForwardingAddress } from './get-forwarding-address.ts'
import { listForwardingAddresses } from './list-forwarding-addresses.ts'
import { alreadyVerified, resendVerification } from './resend-verification.ts'
import { tooManyMails } from './send-verification.ts'
import { updateForwardingAddress } from './update-forwarding-address.ts'

const page = z.object({
  addresses: z.array(forwardingAddress),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
const errors = { 404: 'Forwarding address not found' }

export function forwardingAddressRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  const onRequest = allow('forwarding:manage')
  app.get(
    '/api/v1/forwarding-addresses',
    {
      onRequest,
      config: { action: 'forwarding_address.list' },
      schema: {
        operationId: 'listForwardingAddresses',
        summary: 'List forwarding addresses',
        querystring: pageQuery({ defaultLimit: 20, maxLimit: 100 }),
        response: { 200: dataOf(page) },
      },
    },
    async (request, reply) => {
      const { limit, offset } = request.query
      const { items, total } = await listForwardingAddresses(services, request.actor, request.query)
      if (offset + items.length < total) announceNextPage(request, reply, request.query, items.length)
      return { data: { addresses: items, total, limit, offset } }
    },
  )
  app.post(
    '/api/v1/forwarding-addresses',
    {
      onRequest,
      config: {
        action: 'forwarding_address.create',
        idempotent: true,
        errors: { 403: 'Forwarding address limit reached: …', 409: alreadyThere, 429: tooManyMails },
      },
      schema: {
        operationId: 'createForwardingAddress',
        summary: 'Add a forwarding address, and send it a link that confirms it',
        body: newForwardingAddress,
        response: { 201: z.object({ data: createdForwardingAddress, message: z.string() }) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await createForwardingAddress(inside, request.actor, request.body),
        message: 'Verification email sent',
      })),
  )
  app.get(
    '/api/v1/forwarding-addresses/:id',
    {
      onRequest,
      config: { action: 'forwarding_address.read', errors },
      schema: {
        operationId: 'getForwardingAddress',
        summary: 'Get a forwarding address',
        params: idParameter,
        response: { 200: dataOf(forwardingAddress) },
      },
    },
    async (request) => ({ data: await getForwardingAddress(services, request.actor, request.params.id) }),
  )
  app.patch(
    '/api/v1/forwarding-addresses/:id',
    {
      onRequest,
      config: { action: 'forwarding_address.update', errors },
      schema: {
        operationId: 'updateForwardingAddress',
        summary: 'Change whether mail that is forwarded to a mailbox has links, and whether it is encrypted',
        params: idParameter,
        body: forwardingAddressChange,
        response: { 200: dataOf(forwardingAddress) },
      },
    },
    async (request) => ({
      data: await updateForwardingAddress(services, request.actor, request.params.id, request.body),
    }),
  )
  app.delete(
    '/api/v1/forwarding-addresses/:id',
    {
      onRequest,
      config: { action: 'forwarding_address.delete', errors },
      schema: {
        operationId: 'deleteForwardingAddress',
        summary: 'Delete a forwarding address and the forwarding rules that forward to it',
        params: idParameter,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await deleteForwardingAddress(services, request.actor, request.params.id)
      return { message: 'Forwarding address deleted' }
    },
  )
  app.post(
    '/api/v1/forwarding-addresses/:id/resend-verification',
    {
      onRequest,
      config: {
        action: 'forwarding_address.resend_verification',
        idempotent: true,
        errors: { ...errors, 409: alreadyVerified, 429: tooManyMails },
      },
      schema: {
        operationId: 'resendVerification',
        summary: 'Send a new verification link; the previous one no longer works',
        params: idParameter,
        response: { 202: messageOnly },
      },
    },
    (request, reply) =>
      once(request, reply, 202, async (inside) => {
        await resendVerification(inside, request.actor, request.params.id)
        return { message: 'Verification email sent' }
      }),
  )
}
