import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  announcePage,
  idParameter,
  namesTag,
  namesVersion,
  pageQuery,
  searchText,
  type App,
  type Once,
} from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { automation, automationChange, listedAutomation, newAutomation } from './automation.ts'
import { createAutomation } from './create-automation.ts'
import { deleteAutomation } from './delete-automation.ts'
import { getAutomation } from './get-automation.ts'
import { automationName, listAutomationNames } from './list-automation-names.ts'
import { listAutomations } from './list-automations.ts'
import { updateAutomation } from './update-automation.ts'
import { storageUnavailable } from './uploads/in-storage.ts'
import { automationTag } from './versions/automation-tag.ts'

const query = pageQuery({ defaultLimit: 20, maxLimit: 100 }).extend({
  q: searchText
    .optional()
    .meta({ description: 'A part of the name or of the description, case-insensitive' }),
  include: z
    .enum(['lastRun'])
    .optional()
    .meta({ description: 'With `lastRun`, each automation has its newest execution' }),
})
const listOfIds =
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?:,[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}){0,99}$/i
const names = z.object({
  ids: z
    .string()
    .regex(listOfIds, 'must be up to 100 ids, separated by commas')
    .meta({ description: 'Up to 100 ids of automations, separated by commas' }),
})
const notModified = (reply: FastifyReply): never => reply.code(304).send() as never

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
      config: {
        idempotent: true,
        tagged: true,
        errors: { 403: [limitMessage('automations'), limitMessage('bytesStored')], 503: storageUnavailable },
      },
      schema: {
        operationId: 'createAutomation',
        summary: 'Create an automation',
        body: newAutomation,
        response: { 201: automation },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => {
        const created = await createAutomation(inside, request.actor, request.body)
        reply.header('etag', automationTag(created))
        return created
      }),
  )
  app.get(
    '/api/v1/automations',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listAutomations',
        summary: 'List automations, without the contents of files',
        querystring: query,
        response: { 200: z.array(listedAutomation) },
      },
    },
    async (request, reply) => {
      const listed = await listAutomations(services, request.actor, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.get(
    '/api/v1/automations/names',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listAutomationNames',
        summary: 'Name automations by their ids',
        querystring: names,
        response: { 200: z.array(automationName) },
      },
    },
    (request) => listAutomationNames(services, request.actor, request.query.ids.split(',')),
  )
  app.get(
    '/api/v1/automations/:id',
    {
      onRequest: key('automation:read'),
      config: {
        tagged: true,
        errors: { 404: 'Automation not found or unauthorized', 503: storageUnavailable },
      },
      schema: {
        operationId: 'getAutomation',
        summary: 'Get an automation',
        params: idParameter,
        response: { 200: automation },
      },
    },
    async (request, reply) => {
      const found = await getAutomation(services, request.actor, request.params.id)
      const tag = automationTag(found)
      reply.header('etag', tag)
      const known = request.headers['if-none-match']
      if (known !== undefined && namesTag(known, tag)) return notModified(reply)
      return found
    },
  )
  app.patch(
    '/api/v1/automations/:id',
    {
      onRequest: key('automation:write'),
      config: {
        tagged: true,
        errors: {
          404: 'Automation not found or unauthorized',
          412: 'Automation has changed',
          503: storageUnavailable,
        },
      },
      schema: {
        operationId: 'updateAutomation',
        summary: 'Change an automation; each change makes a version',
        params: idParameter,
        body: automationChange,
        response: { 200: automation },
      },
    },
    async (request, reply) => {
      const meant = request.headers['if-match']
      const isExpected = (version: number) => meant === undefined || namesVersion(meant, version)
      const { actor, params, body } = request
      const changed = await updateAutomation(services, actor, params.id, body, isExpected)
      reply.header('etag', automationTag(changed))
      return changed
    },
  )
  app.delete(
    '/api/v1/automations/:id',
    {
      onRequest: key('automation:write'),
      config: { errors: { 404: 'Automation not found or unauthorized' } },
      schema: {
        operationId: 'deleteAutomation',
        summary: 'Delete an automation with its executions; a running one is stopped',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deleteAutomation(services, request.actor, request.params.id)
      return reply.code(204).send()
    },
  )
}
