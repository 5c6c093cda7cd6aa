import { eq } from 'drizzle-orm'
import { accounts } from '../db/tables.ts'
import { makeMailedToken } from '../mailed-tokens/make-mailed-token.ts'
import type { Purpose } from '../mailed-tokens/purposes.ts'
import type { EmailData } from '../notices/notice.ts'
import { writeNotice } from '../notices/write-notice.ts'
import { isNotificationOn } from '../notifications/is-notification-on.ts'
import { notificationOf, subjectsOf } from '../notifications/notification.ts'
import { writeUnsubscribeLink } from '../notifications/unsubscribe-link.ts'
import type { Services } from '../services.ts'
import { countRecoveryCodes } from '../two-factor/find-factor.ts'
import type { SystemEmail, SystemEmailKind } from './system-email.ts'

export type WritingServices = Pick<Services, 'db' | 'clock' | 'publicUrl' | 'keyring'>

interface QueuedEmail {
  id: string
  kind: SystemEmailKind
  recipient: string
  data: EmailData | null
}

/**
 * Writes an e-mail when it is sent, so that its link is never stored.
 *
 * @returns undefined if there is nothing to send: the address has no account, or is confirmed by now, or wants no such e-mails
 */
export async function writeSystemEmail(
  services: WritingServices,
  { id, kind, recipient, data }: QueuedEmail,
): Promise<SystemEmail | undefined> {
  const { db, publicUrl } = services
  const say = (subject: string, text: string): SystemEmail => ({ id, to: recipient, subject, text })

  if (kind === 'account_deleted') return say('Your Waypost account was deleted', deleted)
  const [account] = await db.select().from(accounts).where(eq(accounts.email, recipient))
  if (!account) return undefined
  if (data) {
    const { subject, text } = writeNotice(data, publicUrl)
    return withUnsubscribing(services, account.id, kind, say(subject, text))
  }
  const link = async (purpose: Purpose, path: string): Promise<string> => {
    const token = await makeMailedToken(services, account.id, purpose)
    // Behind the #, so that no server, proxy or linked page sees the token.
    return `${publicUrl.origin}${path}#token=${token}`
  }
  const forgotten = `${publicUrl.origin}/forgot-password`
  if (kind === 'password_changed') return say('Your password was changed', changed(forgotten))
  if (kind === 'account_recovered')
    return say('Your password was changed', recovered(`${publicUrl.origin}/held-access`))
  const security = `${publicUrl.origin}/account/security`
  if (kind === 'two_factor_on') return say('Two-factor authentication is on', switchedOn(forgotten))
  if (kind === 'two_factor_off') return say('Two-factor authentication is off', switchedOff(forgotten))
  if (kind === 'recovery_codes_replaced')
    return say('Your recovery codes were replaced', codesReplaced(forgotten))
  if (kind === 'recovery_code_used')
    return say('A recovery code was used', codeUsed(await countRecoveryCodes(services, account.id), security))
  if (kind === 'passkey_added')
    return say('A passkey was added to your account', passkeyAdded(forgotten, security))
  if (kind === 'passkey_removed')
    return say('A passkey was removed from your account', passkeyRemoved(forgotten, security))
  if (kind === 'reset_password')
    return say('Choose a new password', reset(await link('reset_password', '/reset-password')))
  if (account.emailConfirmedAt) return undefined
  return say('Confirm your email address', confirm(await link('confirm_email', '/confirm-email'), forgotten))
}

/** @returns undefined if the account has switched such e-mails off since it was queued */
async function withUnsubscribing(
  services: WritingServices,
  accountId: string,
  emailKind: SystemEmailKind,
  email: SystemEmail,
): Promise<SystemEmail | undefined> {
  const kind = notificationOf(emailKind)
  if (kind === undefined) return email
  if (!(await isNotificationOn(services, accountId, kind))) return undefined
  const unsubscribeUrl = writeUnsubscribeLink(services.keyring, services.publicUrl, { accountId, kind })
  return { ...email, unsubscribeUrl, text: `${email.text}${unsubscribing(subjectsOf[kind], unsubscribeUrl)}` }
}

const unsubscribing = (subjects: string, link: string) => `
-- 
Unsubscribe from emails about ${subjects}:
${link}
`

const confirm = (link: string, page: string) => `Somebody created a Waypost account with this email address.

If it was you, open this link within 24 hours to confirm the address:

${link}

If it was not you, ignore this email, or take over the account by requesting a new password:

${page}

Anything that was created in the account before is then switched off until you review it.
`

const reset = (
  link: string,
) => `Somebody requested a new password for the Waypost account with this email address.

If it was you, open this link within one hour to choose a new password:

${link}

If it was not you, ignore this email. Your password stays the same.
`

const changed = (
  page: string,
) => `The password of your Waypost account was changed. Every other browser is signed out, and tokens that were issued
before no longer work.

If it was not you, request a new password:

${page}
`

const switchedOn = (
  page: string,
) => `Two-factor authentication of your Waypost account was switched on. Signing in now takes a code of your authenticator
app, or a recovery code, after the password.

If it was not you, somebody knows your password. Choose a new one, and ask the operator of this Waypost to switch
two-factor authentication off:

${page}
`

const switchedOff = (
  page: string,
) => `Two-factor authentication of your Waypost account was switched off. Signing in takes the password alone.

If it was not you, choose a new password, and switch it on again:

${page}
`

const codesReplaced = (
  page: string,
) => `The recovery codes of your Waypost account were replaced. The earlier ones no longer work.

If it was not you, choose a new password:

${page}
`

const codeUsed = (
  left: number,
  page: string,
) => `A recovery code of your Waypost account was used in place of a code of your authenticator app. ${left} of 10 are left.

If your app is lost, or if it was not you, review two-factor authentication:

${page}
`

const passkeyAdded = (
  forgottenPage: string,
  securityPage: string,
) => `A passkey was added to your Waypost account. Whoever has it can sign in without your password.

If it was not you, remove it:

${securityPage}

Then choose a new password, which signs out every browser:

${forgottenPage}
`

const passkeyRemoved = (
  forgottenPage: string,
  securityPage: string,
) => `A passkey was removed from your Waypost account. Nobody can sign in with it any more.

If it was not you, choose a new password, which signs out every browser:

${forgottenPage}

Then review your passkeys:

${securityPage}
`

const recovered = (
  page: string,
) => `The password of your Waypost account was changed. Every browser is signed out, and tokens that were issued before
no longer work.

The account's API keys, webhooks and forwarding rules are switched off, because somebody else may have created them, and its
passkeys are removed. Sign in to restore or delete each of them:

${page}
`

const deleted = `Your Waypost account was closed, as you requested. Its keys and tokens no longer work, and its data is being deleted.
`
