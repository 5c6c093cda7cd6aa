import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { getAutomationStatus } from './get-automation-status.ts'
import { stopAutomation } from './stop-automation.ts'
import { triggerAutomation, triggerInput } from './trigger-automation.ts'
import { validateAutomation, validationInput } from './validations/validate-automation.ts'
import { validation } from './validations/validation.ts'

const status = z.object({ isRunning: z.boolean() })
const noInput = z.strictObject({}).nullish()
const triggered = z.object({
  executionId: z.uuid(),
  status: z.literal('pending'),
  startsAt: z.iso.datetime(),
})
const validating = z.object({ executionId: z.uuid(), status: z.literal('pending'), validation })
const stopping = z.object({ executionId: z.uuid(), status: z.literal('stopping') })

/** Starting, validating and stopping an automation, and its status. */
export function runRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/automations/:id/status',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Automation not found or unauthorized' } },
      schema: {
        operationId: 'getAutomationStatus',
        summary: 'Get whether the automation is running',
        params: idParameter,
        response: { 200: status },
      },
    },
    (request) => getAutomationStatus(services, request.actor, request.params.id),
  )
  app.post(
    '/api/v1/automations/:id/trigger',
    {
      onRequest: key('automation:execute'),
      config: {
        idempotent: true,
        errors: {
          404: 'Automation not found or unauthorized',
          409: ['Automation is already running', 'Automation is not validated'],
          429: [limitMessage('waitingRuns'), limitMessage('runMinutesPerDay')],
        },
      },
      schema: {
        operationId: 'triggerAutomation',
        summary: 'Start an automation, after its cooldown',
        params: idParameter,
        body: triggerInput.nullish(),
        response: { 202: triggered },
      },
    },
    (request, reply) =>
      once(request, reply, 202, (inside) =>
        triggerAutomation(inside, request.actor, request.params.id, request.body ?? {}),
      ),
  )
  app.post(
    '/api/v1/automations/:id/validate',
    {
      onRequest: key('automation:execute'),
      config: {
        idempotent: true,
        errors: {
          404: 'Automation not found or unauthorized',
          409: 'Automation is already running',
          429: [limitMessage('waitingRuns'), limitMessage('runMinutesPerDay')],
        },
      },
      schema: {
        operationId: 'validateAutomation',
        summary: 'Validate an automation’s steps at once; a draft that passes may run',
        params: idParameter,
        body: validationInput.nullish(),
        response: { 202: validating },
      },
    },
    (request, reply) =>
      once(request, reply, 202, (inside) =>
        validateAutomation(inside, request.actor, request.params.id, request.body ?? {}),
      ),
  )
  app.post(
    '/api/v1/automations/:id/stop',
    {
      onRequest: key('automation:execute'),
      config: { errors: { 404: 'Automation not found or unauthorized', 409: 'Automation is not running' } },
      schema: {
        operationId: 'stopAutomation',
        summary: 'Stop the active execution',
        params: idParameter,
        body: noInput,
        response: { 202: stopping },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await stopAutomation(services, request.actor, request.params.id)),
  )
}
