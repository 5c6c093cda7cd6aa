import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import type { Authentication } from '../authentication.ts'
import { storageUnavailable } from '../automations/uploads/in-storage.ts'
import { liveView } from '../executions/live/create-live-view.ts'
import { limitMessage } from '../limits/limit-reached.ts'
import type { ApiServices } from '../services.ts'
import { createRecordingView } from './create-recording-view.ts'
import { createRecording } from './create-recording.ts'
import { deleteRecording } from './delete-recording.ts'
import { getRecordedScreenshot } from './get-recorded-screenshot.ts'
import { getRecording } from './get-recording.ts'
import { listRecordings } from './list-recordings.ts'
import { listedRecording, newRecording, recording } from './recording.ts'
import { recordingToSave, savedRecording, saveRecording } from './save-recording.ts'

const notFound = 'Recording not found or unauthorized'
const stepParameters = idParameter.extend({ stepId: z.uuid() })
const pictureQuery = z.object({
  taken: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('The number of its picture, so that each has a URL of its own; the latest is sent'),
})
const screenshot = {
  content: { 'image/jpeg': { schema: z.custom<Buffer>().meta({ type: 'string', format: 'binary' }) } },
}

/** Recordings of what people do in a browser. */
export function recordingRoutes(
  app: App,
  services: ApiServices,
  { key }: Authentication,
  once: Once<ApiServices>,
): void {
  app.post(
    '/api/v1/recordings',
    {
      onRequest: key('automation:write', 'automation:execute'),
      config: {
        idempotent: true,
        errors: {
          404: ['Automation not found or unauthorized', 'Session not found or unauthorized'],
          429: [limitMessage('activeRecordings'), limitMessage('recordingMinutesPerDay')],
        },
      },
      schema: {
        operationId: 'createRecording',
        summary: 'Open a browser in which a person records the steps of an automation',
        body: newRecording,
        response: { 201: recording },
      },
    },
    (request, reply) =>
      once(request, reply, 201, (inside) => createRecording(inside, request.actor, request.body)),
  )
  app.get(
    '/api/v1/recordings',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'listRecordings',
        summary: 'List the recordings that are under way or not saved yet, newest first',
        response: { 200: z.array(listedRecording) },
      },
    },
    (request) => listRecordings(services, request.actor),
  )
  app.get(
    '/api/v1/recordings/:id',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'getRecording',
        summary: 'Get a recording with its steps',
        params: idParameter,
        response: { 200: recording },
      },
    },
    (request) => getRecording(services, request.actor, request.params.id),
  )
  app.get(
    '/api/v1/recordings/:id/steps/:stepId/screenshot',
    {
      onRequest: key('automation:read'),
      config: { errors: { 404: 'Screenshot not found or unauthorized' } },
      schema: {
        operationId: 'getRecordedScreenshot',
        summary: 'Get the screenshot of a recorded step',
        params: stepParameters,
        querystring: pictureQuery,
        response: { 200: screenshot },
      },
    },
    async ({ actor, params }, reply) => {
      const image = await getRecordedScreenshot(services, actor, params.id, params.stepId)
      return reply.type('image/jpeg').header('cache-control', 'private, no-cache').send(image)
    },
  )
  app.post(
    '/api/v1/recordings/:id/live-view',
    {
      onRequest: key('automation:write', 'automation:execute'),
      config: { errors: { 404: notFound, 409: 'Recording is not running' } },
      schema: {
        operationId: 'createRecordingView',
        summary: 'Open a live view of a recording, in which its person acts',
        params: idParameter,
        response: { 201: liveView },
      },
    },
    async ({ actor, params }, reply) =>
      reply.code(201).send(await createRecordingView(services, actor, params.id)),
  )
  app.post(
    '/api/v1/recordings/:id/save',
    {
      onRequest: key('automation:write', 'automation:execute'),
      config: {
        idempotent: true,
        errors: {
          403: [limitMessage('automations'), limitMessage('bytesStored')],
          404: notFound,
          409: ['Recording is still running', 'Recording has no steps', 'Recording continues an automation'],
          429: [limitMessage('waitingRuns'), limitMessage('runMinutesPerDay')],
          503: storageUnavailable,
        },
      },
      schema: {
        operationId: 'saveRecording',
        summary: 'Save an ended recording as an automation, and validate it',
        params: idParameter,
        body: recordingToSave,
        response: { 201: savedRecording },
      },
    },
    (request, reply) =>
      once(request, reply, 201, (inside) =>
        saveRecording(inside, request.actor, request.params.id, request.body),
      ),
  )
  app.delete(
    '/api/v1/recordings/:id',
    {
      onRequest: key('automation:write'),
      config: { errors: { 404: notFound } },
      schema: {
        operationId: 'deleteRecording',
        summary: 'Delete a recording; one that is under way ends',
        params: idParameter,
        response: { 204: z.undefined() },
      },
    },
    async ({ actor, params }, reply) => {
      await deleteRecording(services, actor, params.id)
      return reply.code(204).send()
    },
  )
}
