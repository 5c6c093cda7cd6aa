import type { App } from '@waypost/http'
import { z } from 'zod'
import { announceRetry } from '../attempts/announce-retry.ts'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { confirmSetUp } from './confirm-set-up.ts'
import { getTwoFactor } from './find-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { startSetUp } from './start-set-up.ts'
import { switchOff } from './switch-off.ts'
import { newRecoveryCodes, setUp, setUpConfirmation, setUpStart, stepUp, twoFactor } from './two-factor.ts'

const noStore = { 'cache-control': 'no-store' }

/** Routes with which a user manages the second step of signing in. */
export function twoFactorRoutes(app: App, services: Services, { signedIn }: Authentication): void {
  app.get(
    '/auth/two-factor',
    { onRequest: signedIn, schema: { response: { 200: twoFactor } } },
    ({ session }) => getTwoFactor(services, session.account.id),
  )
  app.post(
    '/auth/two-factor/set-up',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: setUpStart, response: { 200: setUp } },
    },
    async ({ session, body, ip }, reply) =>
      reply.headers(noStore).send(await startSetUp(services, session, body.password, ip)),
  )
  app.post(
    '/auth/two-factor/confirm',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: setUpConfirmation, response: { 200: newRecoveryCodes } },
    },
    async ({ session, body, ip }, reply) =>
      reply.headers(noStore).send({ recoveryCodes: await confirmSetUp(services, session, body.code, ip) }),
  )
  app.post(
    '/auth/two-factor/recovery-codes',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: stepUp, response: { 200: newRecoveryCodes } },
    },
    async ({ session, body, ip }, reply) =>
      reply.headers(noStore).send({ recoveryCodes: await renewRecoveryCodes(services, session, body, ip) }),
  )
  app.post(
    '/auth/two-factor/switch-off',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: stepUp, response: { 204: z.undefined() } },
    },
    async ({ session, body, ip }, reply) => {
      await switchOff(services, session, body, ip)
      return reply.code(204).send()
    },
  )
}
