import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { announcePage, idParameter, pageQuery, type App, type Once } from '@waypost/http'
import { requireScope, type Authentication } from '../authentication.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { createSchedule } from './create-schedule.ts'
import { deleteSchedule } from './delete-schedule.ts'
import { getSchedule } from './get-schedule.ts'
import { listScheduleRuns } from './list-schedule-runs.ts'
import { listSchedules } from './list-schedules.ts'
import { newSchedule, schedule, scheduleChange, targetType, type Schedule } from './schedule.ts'
import { scheduleRun } from './schedule-run.ts'
import { updateSchedule } from './update-schedule.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const notFound = 'Schedule not found or unauthorized'
const scopeOf = {
  automation: 'automation:execute',
  pipeline: 'pipeline:execute',
  intent: 'automation:execute',
} as const

const requireTarget =
  ({ scopes }: Pick<FastifyRequest, 'scopes'>) =>
  (type: Schedule['target']['type']): void =>
    requireScope({ scopes }, scopeOf[type])

/** Runs that start by the clock. Each route requires the scope that runs the schedule's target. */
export function scheduleRoutes(
  app: App,
  services: ApiServices,
  { keyWithOneOf }: Authentication,
  once: Once<ApiServices>,
): void {
  const key = keyWithOneOf('automation:execute', 'pipeline:execute')
  const readSchedule = async (request: Pick<FastifyRequest, 'actor' | 'scopes'>, id: string) => {
    const found = await getSchedule(services, request.actor, id)
    requireTarget(request)(found.target.type)
    return found
  }
  app.post(
    '/api/v1/schedules',
    {
      onRequest: key,
      config: {
        idempotent: true,
        errors: {
          403: limitMessage('schedules'),
          404: 'Automation not found or unauthorized',
          409: 'Automation is not validated',
        },
      },
      schema: {
        operationId: 'createSchedule',
        summary: 'Create a schedule of an automation, a pipeline or a request in plain language',
        body: newSchedule,
        response: { 201: schedule },
      },
    },
    (request, reply) => {
      requireTarget(request)(request.body.target.type)
      return once(request, reply, 201, (inside) => createSchedule(inside, request.actor, request.body))
    },
  )
  app.get(
    '/api/v1/schedules',
    {
      onRequest: key,
      schema: {
        operationId: 'listSchedules',
        summary: 'List schedules',
        querystring: page,
        response: { 200: z.array(schedule) },
      },
    },
    async (request, reply) => {
      const types = targetType.options.filter((type) => request.scopes.includes(scopeOf[type]))
      const listed = await listSchedules(services, request.actor, request.query, types)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.get(
    '/api/v1/schedules/:id',
    {
      onRequest: key,
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'getSchedule',
        summary: 'Get a schedule',
        params: idParameter,
        response: { 200: schedule },
      },
    },
    (request) => readSchedule(request, request.params.id),
  )
  app.get(
    '/api/v1/schedules/:id/runs',
    {
      onRequest: key,
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'listScheduleRuns',
        summary: 'List the times of a schedule that have come',
        params: idParameter,
        querystring: page,
        response: { 200: z.array(scheduleRun) },
      },
    },
    async (request, reply) => {
      const { id } = await readSchedule(request, request.params.id)
      const listed = await listScheduleRuns(services, id, request.query)
      announcePage(request, reply, request.query, listed)
      return listed.items
    },
  )
  app.patch(
    '/api/v1/schedules/:id',
    {
      onRequest: key,
      config: { errors: { 404: notFound, 409: 'Automation is not validated' } },
      schema: {
        operationId: 'updateSchedule',
        summary: 'Change a schedule',
        params: idParameter,
        body: scheduleChange,
        response: { 200: schedule },
      },
    },
    (request) => {
      const { actor, params, body } = request
      if (body.target) requireTarget(request)(body.target.type)
      return updateSchedule(services, actor, params.id, body, requireTarget(request))
    },
  )
  app.delete(
    '/api/v1/schedules/:id',
    {
      onRequest: key,
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'deleteSchedule',
        summary: 'Delete a schedule',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deleteSchedule(services, request.actor, request.params.id, requireTarget(request))
      return reply.code(204).send()
    },
  )
}
