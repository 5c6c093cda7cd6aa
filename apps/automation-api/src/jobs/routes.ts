import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { announceCursorPage, cursorQuery, idParameter, type App, type Once } from '@waypost/http'
import { listDeliveriesAbout, receivedDelivery } from '@waypost/webhooks'
import { requireScope, type Authentication } from '../authentication.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { enqueueJob } from './enqueue-job.ts'
import { getJob } from './get-job.ts'
import { job, newJob, type Job } from './job.ts'

const query = cursorQuery({ defaultLimit: 20, maxLimit: 100 })
const enqueued = z.object({ jobId: z.uuid(), status: z.literal('pending') })
const scopeOf = { automation: 'automation:execute', pipeline: 'pipeline:execute' } as const
const notFound = 'Job not found or unauthorized'

/** Runs that wait for their turn. Each route requires the scope that runs the job's target. */
export function jobRoutes(
  app: App,
  services: ApiServices,
  { keyWithOneOf }: Authentication,
  once: Once<ApiServices>,
): void {
  const key = keyWithOneOf('automation:execute', 'pipeline:execute')
  const readJob = async (request: Pick<FastifyRequest, 'actor' | 'scopes'>, id: string): Promise<Job> => {
    const found = await getJob(services, request.actor, id)
    requireScope(request, scopeOf[found.type])
    return found
  }
  app.post(
    '/api/v1/jobs/enqueue',
    {
      onRequest: key,
      config: {
        idempotent: true,
        errors: {
          404: 'Automation not found or unauthorized',
          409: 'Automation is not validated',
          429: [limitMessage('runMinutesPerDay'), limitMessage('waitingJobs'), limitMessage('waitingRuns')],
        },
      },
      schema: {
        operationId: 'enqueueJob',
        summary: 'Enqueue a run of an automation or a pipeline; `webhookUrl` receives its events',
        body: newJob,
        response: { 202: enqueued },
      },
    },
    (request, reply) => {
      requireScope(request, scopeOf[request.body.type])
      return once(request, reply, 202, (inside) => enqueueJob(inside, request.actor, request.body))
    },
  )
  app.get(
    '/api/v1/jobs/:id',
    {
      onRequest: key,
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'getJob',
        summary: 'Get a job',
        params: idParameter,
        response: { 200: job },
      },
    },
    (request) => readJob(request, request.params.id),
  )
  app.get(
    '/api/v1/jobs/:id/deliveries',
    {
      onRequest: key,
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'listJobDeliveries',
        summary: 'List the deliveries about a job, to its `webhookUrl` and to webhooks',
        params: idParameter,
        querystring: query,
        response: { 200: z.array(receivedDelivery) },
      },
    },
    async (request, reply) => {
      const { jobId } = await readJob(request, request.params.id)
      const about = { ownerId: request.actor.ownerId, subjectIds: [jobId] }
      const page = await listDeliveriesAbout(services.db, services.outbox.channel, about, request.query)
      announceCursorPage(request, reply, page)
      return page.items
    },
  )
}
