import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { announcePage, idParameter, pageQuery, type App, type Once } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { automation, automationChange, newAutomation } from './automation.ts'
import { createAutomation } from './create-automation.ts'
import { deleteAutomation } from './delete-automation.ts'
import { getAutomation } from './get-automation.ts'
import { getAutomationStatus } from './get-automation-status.ts'
import { listAutomations } from './list-automations.ts'
import { stopAutomation } from './stop-automation.ts'
import { triggerAutomation } from './trigger-automation.ts'
import { updateAutomation } from './update-automation.ts'
import { namesVersion, versionTag } from './version-tag.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const status = z.object({ isRunning: z.boolean() })
const noInput = z.strictObject({}).nullish()
const triggered = z.object({
  executionId: z.uuid(),
  status: z.literal('pending'),
  startsAt: z.iso.datetime(),
})
const notModified = (reply: FastifyReply): never => reply.code(304).send() as never
const stopping = z.object({ executionId: z.uuid(), status: z.literal('stopping') })

export function automationRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api/v1/automations',
    {
      onRequest: key('automation:write'),
      config: { idempotent: true },
      schema: { body: newAutomation, response: { 201: automation } },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => {
        const created = await createAutomation(inside, request.actor, request.body)
        reply.header('etag', versionTag(created.version))
        return created
      }),
  )
  app.get(
    '/api/v1/automations',
    {
      onRequest: key('automation:read'),
      schema: { querystring: page, response: { 200: z.array(automation) } },
    },
    async (request, reply) => {
      const { items, total } = await listAutomations(services, request.actor, request.query)
      announcePage(request, reply, request.query, total)
      return items
    },
  )
  app.get(
    '/api/v1/automations/:id',
    { onRequest: key('automation:read'), schema: { params: idParameter, response: { 200: automation } } },
    async (request, reply) => {
      const found = await getAutomation(services, request.actor, request.params.id)
      reply.header('etag', versionTag(found.version))
      const known = request.headers['if-none-match']
      if (known !== undefined && namesVersion(known, found.version)) return notModified(reply)
      return found
    },
  )
  app.patch(
    '/api/v1/automations/:id',
    {
      onRequest: key('automation:write'),
      schema: { params: idParameter, body: automationChange, response: { 200: automation } },
    },
    async (request, reply) => {
      const meant = request.headers['if-match']
      const isExpected = (version: number) => meant === undefined || namesVersion(meant, version)
      const { actor, params, body } = request
      const changed = await updateAutomation(services, actor, params.id, body, isExpected)
      reply.header('etag', versionTag(changed.version))
      return changed
    },
  )
  app.delete(
    '/api/v1/automations/:id',
    { onRequest: key('automation:write'), schema: { params: idParameter } },
    async (request, reply) => {
      await deleteAutomation(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
  app.get(
    '/api/v1/automations/:id/status',
    { onRequest: key('automation:read'), schema: { params: idParameter, response: { 200: status } } },
    (request) => getAutomationStatus(services, request.actor, request.params.id),
  )
  app.post(
    '/api/v1/automations/:id/trigger',
    {
      onRequest: key('automation:execute'),
      config: { idempotent: true },
      schema: { params: idParameter, body: noInput, response: { 202: triggered } },
    },
    (request, reply) =>
      once(request, reply, 202, (inside) => triggerAutomation(inside, request.actor, request.params.id)),
  )
  app.post(
    '/api/v1/automations/:id/stop',
    {
      onRequest: key('automation:execute'),
      schema: { params: idParameter, body: noInput, response: { 202: stopping } },
    },
    async (request, reply) =>
      reply.code(202).send(await stopAutomation(services, request.actor, request.params.id)),
  )
}
