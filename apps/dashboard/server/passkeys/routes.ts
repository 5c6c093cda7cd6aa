import { idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import { announceRetry } from '../attempts/announce-retry.ts'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { addPasskey } from './add-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { creationOptions, newPasskey, passkey, passkeyChange, passkeyList, passkeyStart } from './passkey.ts'
import { findRelyingParty } from './relying-party.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { startPasskey } from './start-passkey.ts'

/** Routes with which a user manages the passkeys of the account. */
export function passkeyRoutes(
  app: App,
  services: Services,
  { signedIn, recentlySignedIn }: Authentication,
): void {
  app.get(
    '/auth/passkeys',
    { onRequest: signedIn, schema: { response: { 200: passkeyList } } },
    async ({ session }) => ({
      origin: findRelyingParty(services.publicUrl)?.origin ?? null,
      passkeys: await listPasskeys(services, session.account.id),
    }),
  )
  app.post(
    '/auth/passkeys/options',
    {
      onRequest: signedIn,
      errorHandler: announceRetry,
      schema: { body: passkeyStart, response: { 200: creationOptions } },
    },
    ({ session, body, ip }) => startPasskey(services, session, body, ip),
  )
  app.post(
    '/auth/passkeys',
    { onRequest: signedIn, schema: { body: newPasskey, response: { 201: passkey } } },
    async ({ session, body }, reply) => reply.code(201).send(await addPasskey(services, session, body)),
  )
  app.patch(
    '/auth/passkeys/:id',
    {
      // Whoever finds a browser open must not disguise one passkey as another either.
      onRequest: recentlySignedIn,
      schema: { params: idParameter, body: passkeyChange, response: { 200: passkey } },
    },
    ({ session, params, body }) => renamePasskey(services, session.account.id, params.id, body.name),
  )
  app.delete(
    '/auth/passkeys/:id',
    { onRequest: recentlySignedIn, schema: { params: idParameter, response: { 204: z.undefined() } } },
    async ({ session, params }, reply) => {
      await removePasskey(services, session, params.id)
      return reply.code(204).send()
    },
  )
}
