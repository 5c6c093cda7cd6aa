import type { App } from '@waypost/http'
import { z } from 'zod'
import { announceRetry } from '../attempts/announce-retry.ts'
import { closeAccount } from '../erasure/close-account.ts'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { forgottenPassword, linkToken, ownPassword, passwordChange, passwordReset } from './account.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { exportAccount, exportedAccount } from './export-account.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { sendConfirmation } from './send-confirmation.ts'

const message = z.object({ message: z.string() })
const noContent = { 204: z.undefined() }

/** Routes with which a user manages their own account in a browser. */
export function ownAccountRoutes(
  app: App,
  services: Services,
  { cookie, sameOrigin, signedIn, findSession }: Authentication,
  sessionsEnded: () => void,
): void {
  app.post(
    '/auth/confirmation',
    { onRequest: signedIn, errorHandler: announceRetry, schema: { response: { 202: message } } },
    async ({ session }, reply) => {
      await sendConfirmation(services, session)
      return reply.code(202).send({ message: 'We sent you an email with a link' })
    },
  )
  app.post(
    '/auth/confirm-email',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: linkToken, response: { 200: z.object({ email: z.string(), held: z.boolean() }) } },
    },
    async (request, reply) => {
      const session = await findSession(request, reply)
      const signedInAs = session?.account.id
      return confirmEmail(services, request.body.token, { address: request.ip, signedInAs })
    },
  )
  app.post(
    '/auth/forgot-password',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: forgottenPassword, response: { 202: message } },
    },
    async ({ body, ip }, reply) => {
      await requestPasswordReset(services, body.email, ip)
      return reply.code(202).send({ message: 'If an account has this email address, we sent it an email' })
    },
  )
  app.post(
    '/auth/reset-password',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: passwordReset, response: noContent },
    },
    async ({ body, ip }, reply) => {
      await resetPassword(services, body, ip)
      sessionsEnded()
      return reply.code(204).send()
    },
  )
  app.post(
    '/auth/change-password',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: passwordChange, response: noContent },
    },
    async ({ session, body, ip }, reply) => {
      await changePassword(services, session, body, ip)
      sessionsEnded()
      return reply.code(204).send()
    },
  )
  app.post(
    '/auth/delete-account',
    { onRequest: signedIn, errorHandler: announceRetry, schema: { body: ownPassword, response: noContent } },
    async ({ session, body, ip }, reply) => {
      await closeAccount(services, session, body.password, ip)
      cookie.clear(reply)
      return reply.code(204).send()
    },
  )
  app.get(
    '/auth/export',
    { onRequest: signedIn, schema: { response: { 200: exportedAccount } } },
    async ({ session }, reply) =>
      reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="waypost-account.json"',
        })
        .send(await exportAccount(services, session)),
  )
}
