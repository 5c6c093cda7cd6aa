import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import type { Authentication } from '../../authentication.ts'
import { limitMessage } from '../../limits/limit-reached.ts'
import type { ApiServices } from '../../services.ts'
import { automation } from '../automation.ts'
import { exportAutomation } from './export-automation.ts'
import { importAutomation } from './import-automation.ts'
import { recording } from './recording.ts'
import { storageUnavailable } from '../uploads/in-storage.ts'
import { automationTag } from '../versions/automation-tag.ts'

const importQuery = z.object({
  skipUnsupported: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether to leave out steps that cannot be imported'),
})
const imported = automation.extend({
  unsupported: z
    .array(
      z.object({
        index: z.number().int().nullable(),
        type: z.string().nullable(),
        property: z.string().optional(),
        reason: z.string(),
      }),
    )
    .describe('The parts of the file that are not in the automation'),
})

/** Import from and export to the JSON of Chrome's Recorder. */
export function chromeRecordingRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api/v1/automations/import',
    {
      onRequest: key('automation:write'),
      config: {
        idempotent: true,
        tagged: true,
        errors: { 403: [limitMessage('automations'), limitMessage('bytesStored')], 503: storageUnavailable },
      },
      schema: {
        operationId: 'importAutomation',
        summary: 'Import a recording of Chrome’s Recorder as an automation',
        querystring: importQuery,
        // Validated by the service, whose issues have the file's own paths.
        body: z.unknown().meta({ ...z.toJSONSchema(recording), $schema: undefined }),
        response: { 201: imported },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => {
        const skipUnsupported = request.query.skipUnsupported === 'true'
        const made = await importAutomation(inside, request.actor, request.body, { skipUnsupported })
        reply.header('etag', automationTag(made.automation))
        return { ...made.automation, unsupported: made.unsupported }
      }),
  )
  app.get(
    '/api/v1/automations/:id/export',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Automation not found or unauthorized', 503: storageUnavailable } },
      schema: {
        operationId: 'exportAutomation',
        summary: 'Export the automation as a recording for Chrome’s Recorder',
        params: idParameter,
        response: { 200: recording },
      },
    },
    (request) => exportAutomation(services, request.actor, request.params.id),
  )
}
