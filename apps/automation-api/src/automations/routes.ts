import { z } from 'zod'
import { announcePage, idParameter, pageQuery, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { automation, automationChange, newAutomation } from './automation.ts'
import { createAutomation } from './create-automation.ts'
import { deleteAutomation } from './delete-automation.ts'
import { getAutomation } from './get-automation.ts'
import { getAutomationStatus } from './get-automation-status.ts'
import { listAutomations } from './list-automations.ts'
import { triggerAutomation } from './trigger-automation.ts'
import { updateAutomation } from './update-automation.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const status = z.object({ isRunning: z.boolean() })
const noInput = z.strictObject({}).nullish()
const triggered = z.object({
  executionId: z.uuid(),
  status: z.literal('pending'),
  startsAt: z.iso.datetime(),
})

export function automationRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.post(
    '/api/v1/automations',
    { onRequest: key('automation:write'), schema: { body: newAutomation, response: { 201: automation } } },
    async (request, reply) =>
      reply.code(201).send(await createAutomation(services, request.actor, request.body)),
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
    (request) => getAutomation(services, request.actor, request.params.id),
  )
  app.patch(
    '/api/v1/automations/:id',
    {
      onRequest: key('automation:write'),
      schema: { params: idParameter, body: automationChange, response: { 200: automation } },
    },
    (request) => updateAutomation(services, request.actor, request.params.id, request.body),
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
      schema: { params: idParameter, body: noInput, response: { 202: triggered } },
    },
    async (request, reply) =>
      reply.code(202).send(await triggerAutomation(services, request.actor, request.params.id)),
  )
}
