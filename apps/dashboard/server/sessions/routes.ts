import { idParameter, type App } from '@waypost/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { credentials, newAccount } from '../accounts/account.ts'
import { announceRetry } from '../attempts/announce-retry.ts'
import type { Sweep } from '../create-sweep.ts'
import { passkeySignIn, passkeySignInStart, requestOptions } from '../passkeys/passkey.ts'
import type { Services } from '../services.ts'
import { codeRequired, signInCode } from '../two-factor/two-factor.ts'
import type { Authentication } from './authentication.ts'
import type { CreatedSession } from './create-session.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { listedSession, signedIn as signedInAnswer, toSignedIn, type Client } from './session.ts'
import { signInWithCode } from './sign-in-with-code.ts'
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts'
import { signIn } from './sign-in.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'

const noContent = { 204: z.undefined() }

/** Routes with which browsers sign in and out. */
export function sessionRoutes(
  app: App,
  services: Services,
  { cookie, browserCookie, sameOrigin, signedIn }: Authentication,
  keySweep: Sweep,
): void {
  const clientOf = (request: FastifyRequest): Client => ({
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    browserToken: browserCookie.read(request),
  })
  const enter = async (request: FastifyRequest, reply: FastifyReply, created: CreatedSession) => {
    // Ends the previous session of this browser, because its cookie is overwritten.
    const left = cookie.read(request)
    if (left !== undefined) await leave(left)
    cookie.write(reply, created.token, created.session.expiresAt)
    browserCookie.write(reply, created.browserToken, created.knownUntil)
    return reply.send(toSignedIn(created.session))
  }
  const leave = async (token: string) => {
    await signOut(services, token)
    keySweep.soon()
  }

  app.post(
    '/auth/sign-up',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: newAccount, response: { 201: signedInAnswer } },
    },
    async (request, reply) =>
      enter(request, reply.code(201), await signUp(services, request.body, clientOf(request))),
  )
  app.post(
    '/auth/sign-in',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      // 202: the password is right, and a code is still to come.
      schema: { body: credentials, response: { 200: signedInAnswer, 202: codeRequired } },
    },
    async (request, reply) => {
      const answer = await signIn(services, request.body, clientOf(request))
      if ('challenge' in answer) return reply.code(202).header('cache-control', 'no-store').send(answer)
      return enter(request, reply, answer)
    },
  )
  app.post(
    '/auth/sign-in/code',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: signInCode, response: { 200: signedInAnswer } },
    },
    async (request, reply) =>
      enter(request, reply, await signInWithCode(services, request.body, clientOf(request))),
  )
  app.post(
    '/auth/sign-in/passkey-options',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: passkeySignInStart, response: { 200: requestOptions } },
    },
    ({ body, ip }) => startPasskeySignIn(services, body, ip),
  )
  app.post(
    '/auth/sign-in/passkey',
    {
      onRequest: sameOrigin,
      errorHandler: announceRetry,
      schema: { body: passkeySignIn, response: { 200: signedInAnswer } },
    },
    async (request, reply) =>
      enter(request, reply, await signInWithPasskey(services, request.body, clientOf(request))),
  )
  app.get(
    '/auth/session',
    { onRequest: signedIn, schema: { response: { 200: signedInAnswer } } },
    async ({ session }) => toSignedIn(session),
  )
  app.delete(
    '/auth/session',
    { onRequest: sameOrigin, schema: { response: noContent } },
    async (request, reply) => {
      const token = cookie.read(request)
      if (token !== undefined) await leave(token)
      cookie.clear(reply)
      return reply.code(204).send()
    },
  )
  app.get(
    '/auth/sessions',
    { onRequest: signedIn, schema: { response: { 200: z.array(listedSession) } } },
    ({ session }) => listSessions(services, session),
  )
  app.delete(
    '/auth/sessions/:id',
    { onRequest: signedIn, schema: { params: idParameter, response: noContent } },
    async ({ session, params }, reply) => {
      await endSession(services, session.account.id, params.id)
      keySweep.soon()
      if (params.id === session.id) cookie.clear(reply)
      return reply.code(204).send()
    },
  )
  app.delete(
    '/auth/sessions',
    { onRequest: signedIn, schema: { response: noContent } },
    async ({ session }, reply) => {
      await signOutEverywhere(services, session.account.id)
      keySweep.soon()
      cookie.clear(reply)
      return reply.code(204).send()
    },
  )
}
