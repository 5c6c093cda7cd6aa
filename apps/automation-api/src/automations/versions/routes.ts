import { z } from 'zod'
import { announcePage, idParameter, pageQuery, type App, type Once } from '@waypost/http'
import type { Authentication } from '../../authentication.ts'
import type { ApiServices } from '../../services.ts'
import { automation } from '../automation.ts'
import { automationVersion, listedAutomationVersion } from './automation-version.ts'
import { getAutomationVersion } from './get-automation-version.ts'
import { listAutomationVersions } from './list-automation-versions.ts'
import { restoreAutomationVersion } from './restore-automation-version.ts'
import { storageUnavailable } from '../uploads/in-storage.ts'
import { automationTag } from './automation-tag.ts'

const page = pageQuery({ defaultLimit: 20, maxLimit: 100 })
const notFound = ['Automation not found or unauthorized', 'Version not found or unauthorized']
const noInput = z.strictObject({}).nullish()
// A version that is not a number is an unknown version.
const versionParameters = idParameter.extend({
  version: z.string().transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)),
})

/** Versions of an automation, and restoring them. */
export function versionRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/automations/:id/versions',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Automation not found or unauthorized' } },
      schema: {
        operationId: 'listAutomationVersions',
        summary: 'List the automation’s versions, newest first, without the contents of files',
        params: idParameter,
        querystring: page,
        response: { 200: z.array(listedAutomationVersion) },
      },
    },
    async (request, reply) => {
      const { actor, params, query } = request
      const listed = await listAutomationVersions(services, actor, params.id, query)
      announcePage(request, reply, query, listed)
      return listed.items
    },
  )
  app.get(
    '/api/v1/automations/:id/versions/:version',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: notFound, 503: storageUnavailable } },
      schema: {
        operationId: 'getAutomationVersion',
        summary: 'Get one version of the automation',
        params: versionParameters,
        response: { 200: automationVersion },
      },
    },
    async ({ actor, params }) => getAutomationVersion(services, actor, params.id, params.version),
  )
  app.post(
    '/api/v1/automations/:id/versions/:version/restore',
    {
      onRequest: key('automation:write'),
      config: { idempotent: true, tagged: true, errors: { 404: notFound, 503: storageUnavailable } },
      schema: {
        operationId: 'restoreAutomationVersion',
        summary: 'Restore a version of the automation as a new version',
        params: versionParameters,
        body: noInput,
        response: { 200: automation },
      },
    },
    (request, reply) =>
      once(request, reply, 200, async (inside) => {
        const { id, version } = request.params
        const restored = await restoreAutomationVersion(inside, request.actor, id, version)
        reply.header('etag', automationTag(restored))
        return restored
      }),
  )
}
