import type { App } from '@waypost/http'
import { z } from 'zod'
import { announceRetry } from '../attempts/announce-retry.ts'
import { askForPasskey } from '../passkeys/ask-for-passkey.ts'
import { requestOptions } from '../passkeys/passkey.ts'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { listMethods } from './list-methods.ts'
import { reauthenticate } from './reauthenticate.ts'
import { reauthenticationMethods, reauthenticationProof } from './reauthentication.ts'

/** Routes with which the user of a session shows again who they are. */
export function reauthenticationRoutes(app: App, services: Services, { signedIn }: Authentication): void {
  app.get(
    '/auth/reauthenticate',
    { onRequest: signedIn, schema: { response: { 200: reauthenticationMethods } } },
    ({ session }) => listMethods(services, session.account.id),
  )
  app.post(
    '/auth/reauthenticate/passkey-options',
    { onRequest: signedIn, errorHandler: announceRetry, schema: { response: { 200: requestOptions } } },
    ({ session, ip }) =>
      askForPasskey(services, 'reauthenticate', { accountId: session.account.id, address: ip }),
  )
  app.post(
    '/auth/reauthenticate',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: reauthenticationProof, response: { 204: z.undefined() } },
    },
    async ({ session, body, ip }, reply) => {
      await reauthenticate(services, session, body, ip)
      return reply.code(204).send()
    },
  )
}
