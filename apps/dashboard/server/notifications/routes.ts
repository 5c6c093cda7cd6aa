import { acceptForms, sendPage, type App } from '@waypost/http'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Authentication } from '../sessions/authentication.ts'
import { listNotifications } from './list-notifications.ts'
import { notification } from './notification.ts'
import { switchNotification } from './switch-notification.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-link.ts'
import { askPage, gonePage, unsubscribedPage } from './unsubscribe-pages.ts'

// Lax, because the answer to a link that somebody has cut or changed is a page too.
const query = z.object({ token: z.union([z.string(), z.array(z.string())]).optional() })

/** Routes with which a user chooses the e-mails that they get, signed in or by the link in one of them. */
export function notificationRoutes(app: App, services: Services, { signedIn }: Authentication): void {
  app.get(
    '/auth/notifications',
    { onRequest: signedIn, schema: { response: { 200: z.array(notification) } } },
    ({ session }) => listNotifications(services, session.account.id),
  )
  app.post(
    '/auth/notifications',
    { onRequest: signedIn, schema: { body: notification, response: { 204: z.undefined() } } },
    async ({ session, body }, reply) => {
      await switchNotification(services, session.account.id, body)
      return reply.code(204).send()
    },
  )

  const find = ({ token }: z.infer<typeof query>) =>
    readUnsubscribeToken(services.keyring, typeof token === 'string' ? token : '')
  app.register(async (links: App) => {
    acceptForms(links)
    links.get(unsubscribePath, { schema: { querystring: query } }, async (request, reply) => {
      const found = find(request.query)
      return sendPage(reply, found ? askPage(found.kind) : gonePage)
    })
    // Without a session, and from other origins: by the button of a mail program (RFC 8058).
    links.post(unsubscribePath, { schema: { querystring: query } }, async (request, reply) => {
      const found = find(request.query)
      if (!found) return sendPage(reply, gonePage)
      await switchNotification(services, found.accountId, { kind: found.kind, isOn: false })
      return sendPage(reply, unsubscribedPage(found.kind))
    })
  })
}
