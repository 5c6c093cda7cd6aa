import { z } from 'zod'
import { announcePage, idParameter, pageQuery, type App } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import type { ApiServices } from '../services.ts'
import { decideHeal } from './decide-heal.ts'
import { heal, undecidedHeal } from './heal.ts'
import { listUndecidedHeals } from './list-undecided-heals.ts'
import { getHealPicture, listHeals } from './read-heals.ts'

const healParameters = idParameter.extend({ healId: z.uuid() })
const pictureParameters = healParameters.extend({ moment: z.enum(['before', 'now']) })
const picture = {
  content: { 'image/jpeg': { schema: z.custom<Buffer>().meta({ type: 'string', format: 'binary' }) } },
}
const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const noInput = z.strictObject({}).nullish()
const notFound = ['Automation not found or unauthorized', 'Heal not found or unauthorized']

/** What runs have found again, and what a person says about it. */
export function healRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/heals',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listUndecidedHeals',
        summary: 'List the heals of all automations that nobody has decided about, newest first',
        querystring: page,
        response: { 200: z.array(undecidedHeal) },
      },
    },
    async (request, reply) => {
      const listed = await listUndecidedHeals(services, request.actor, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.get(
    '/api/v1/automations/:id/heals',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Automation not found or unauthorized' } },
      schema: {
        operationId: 'listHeals',
        summary: 'List the steps whose elements runs have found again, newest first',
        params: idParameter,
        response: { 200: z.array(heal) },
      },
    },
    (request) => listHeals(services, request.actor, request.params.id),
  )
  app.get(
    '/api/v1/automations/:id/heals/:healId/pictures/:moment',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Picture not found or unauthorized' } },
      schema: {
        operationId: 'getHealPicture',
        summary: 'Get a picture of the lost element, or of the one that was found',
        params: pictureParameters,
        response: { 200: picture },
      },
    },
    async (request, reply) => {
      const { id: automationId, healId: id, moment } = request.params
      const image = await getHealPicture(services, request.actor, { automationId, id, moment })
      return reply.type('image/jpeg').header('cache-control', 'private, no-cache').send(image)
    },
  )
  for (const [verb, decision, summary] of [
    ['accept', 'accepted', 'Accept a heal: the step keeps the element that was found'],
    ['refuse', 'refused', 'Refuse a heal: no later run takes that element for the one of the step'],
  ] as const) {
    app.post(
      `/api/v1/automations/:id/heals/:healId/${verb}`,
      {
        onRequest: key('automation:write'),
        config: { errors: { 404: notFound } },
        schema: {
          operationId: `${verb}Heal`,
          summary,
          params: healParameters,
          body: noInput,
          response: { 200: heal },
        },
      },
      (request) =>
        decideHeal(services, request.actor, {
          automationId: request.params.id,
          id: request.params.healId,
          decision,
        }),
    )
  }
}
