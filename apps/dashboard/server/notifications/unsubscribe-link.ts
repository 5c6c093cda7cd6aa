import type { Keyring } from '@waypost/webhooks'
import { z } from 'zod'
import { notificationKind, type NotificationKind } from './notification.ts'

/** Whose e-mails of which kind a link switches off. */
export interface Subscription {
  accountId: string
  kind: NotificationKind
}

export const unsubscribePath = '/unsubscribe'

const context = 'unsubscribe'
const tokenParts = z.tuple([z.uuid(), notificationKind])

/**
 * The link that switches off a kind of e-mails, for whoever has the e-mail. It does not expire, since people unsubscribe from
 * old mail, and ends with the key that signed it.
 */
export function writeUnsubscribeLink(
  keyring: Pick<Keyring, 'sign'>,
  publicUrl: URL,
  { accountId, kind }: Subscription,
): string {
  const payload = `${accountId}.${kind}`
  return `${publicUrl.origin}${unsubscribePath}?token=${payload}.${keyring.sign(payload, context)}`
}

/** What a token is about; undefined where it was not signed here. */
export function readUnsubscribeToken(
  keyring: Pick<Keyring, 'verify'>,
  token: string,
): Subscription | undefined {
  const [accountId = '', kind = '', ...signature] = token.split('.', 5)
  if (!keyring.verify(signature.join('.'), `${accountId}.${kind}`, context)) return undefined
  const { data } = tokenParts.safeParse([accountId, kind])
  return data && { accountId: data[0], kind: data[1] }
}
