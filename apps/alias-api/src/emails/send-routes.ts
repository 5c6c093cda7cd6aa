import { isRepeated, readmitLate, type App, type Once } from '@waypost/http'
import { unconfirmed } from '../sending/refuse-sending.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { acceptUploads } from '../uploads/accept-uploads.ts'
import { tooManyUploads } from '../uploads/upload-places.ts'
import { checkUpload } from './check-upload.ts'
import { idAndMessage, newEmail } from './email.ts'
import { fileName, fillAttachments } from './new-attachment.ts'
import { aliasNotActive, prepareEmail, unsigned } from './send-email.ts'

/** The routes that send emails, whose files make their requests larger than others. */
export function sendRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.register((routes: App, _options, done) => {
    const uploads = acceptUploads(routes, {
      storage: services.storage,
      name: fileName,
      fill: fillAttachments,
      async check(request, bytes) {
        const { actor } = request
        if (!(await isRepeated(services, 'alias', actor.ownerId, request)))
          await checkUpload(services, actor, bytes)
      },
    })
    routes.post(
      '/api/v1/emails',
      {
        onRequest: allow('emails:write'),
        config: {
          action: 'email.send',
          idempotent: true,
          errors: {
            403: [unconfirmed, 'Sending is stopped: …', 'Sending is suspended by the operator: …'],
            404: 'Alias not found',
            409: [aliasNotActive, unsigned],
            429: ['Daily recipient limit reached: …', tooManyUploads],
          },
        },
        schema: {
          operationId: 'sendEmail',
          summary: 'Send an email from an alias; it is queued, and its status shows the outcome',
          body: newEmail,
          response: { 202: idAndMessage },
        },
      },
      (request, reply) =>
        uploads.during(request, async () => {
          const storage = { ...services.storage, ...uploads.storageOf(request) }
          const send = await prepareEmail({ ...services, storage }, request.actor, request.body)
          await readmitLate(request)
          return once(request, reply, 202, async (inside) => ({
            data: await send(inside),
            message: 'Email queued',
          }))
        }),
    )
    done()
  })
}
