import { z } from 'zod'
import { acceptForms, idParameter, sendPage, type App } from '@waypost/http'
import type { Authentication } from '../../authentication.ts'
import type { ApiServices } from '../../services.ts'
import { askingPage, resumedPage, voidPage } from './hand-over-page.ts'
import { findHandOver, resumeByLink, resumeExecution } from './resume-execution.ts'

const resumed = z.object({ executionId: z.uuid(), status: z.literal('running') })
// A token of the wrong form is treated as an unknown one.
const link = z.object({ token: z.string().max(1000).catch('') })

/** Giving back runs that wait for a person. */
export function waitingRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.post(
    '/api/v1/executions/:id/resume',
    {
      onRequest: key('automation:execute'),
      config: { errors: { 404: 'Execution not found or unauthorized', 409: 'Execution is not waiting' } },
      schema: {
        operationId: 'resumeExecution',
        summary: 'Give back a run that waits for a person',
        params: idParameter,
        body: z.strictObject({}).nullish(),
        response: { 200: resumed },
      },
    },
    (request) => resumeExecution(services, request.actor, request.params.id),
  )
  app.register((pages: App, _options, done) => {
    acceptForms(pages)
    pages.get('/hand-over', { schema: { hide: true, querystring: link } }, async (request, reply) => {
      const found = await findHandOver(services, request.query.token)
      return sendPage(reply, found ? [200, askingPage(found.message)] : [404, voidPage])
    })
    pages.post('/hand-over', { schema: { hide: true, querystring: link } }, async (request, reply) => {
      const isResumed = await resumeByLink(services, request.query.token, request.ip)
      return sendPage(reply, isResumed ? [200, resumedPage] : [404, voidPage])
    })
    done()
  })
}
