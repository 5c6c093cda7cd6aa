import { eq } from 'drizzle-orm'
import { accounts } from '../db/tables.ts'
import { makeMailedToken } from '../mailed-tokens/make-mailed-token.ts'
import type { Purpose } from '../mailed-tokens/purposes.ts'
import type { Services } from '../services.ts'
import type { SystemEmail, SystemEmailKind } from './system-email.ts'

export type WritingServices = Pick<Services, 'db' | 'clock' | 'publicUrl'>

/**
 * The words of a mail, made when it leaves.
 *
 * @returns undefined where there is nothing to write: nobody has that address, or it is confirmed by now
 */
export async function writeSystemEmail(
  services: WritingServices,
  { id, kind, recipient }: { id: string; kind: SystemEmailKind; recipient: string },
): Promise<SystemEmail | undefined> {
  const { db, publicUrl } = services
  const say = (subject: string, text: string): SystemEmail => ({ id, to: recipient, subject, text })

  if (kind === 'account_deleted') return say('Your Waypost account is deleted', deleted)
  const [account] = await db.select().from(accounts).where(eq(accounts.email, recipient))
  if (!account) return undefined
  const link = async (purpose: Purpose, path: string): Promise<string> => {
    const token = await makeMailedToken(services, account.id, purpose)
    // Behind the #: no server, no proxy and no page that it links to sees it.
    return `${publicUrl.origin}${path}#token=${token}`
  }
  const forgotten = `${publicUrl.origin}/forgot-password`
  if (kind === 'password_changed') return say('Your password was changed', changed(forgotten))
  if (kind === 'account_recovered')
    return say('Your password was changed', recovered(`${publicUrl.origin}/held-access`))
  if (kind === 'reset_password')
    return say('Choose a new password', reset(await link('reset_password', '/reset-password')))
  if (account.emailConfirmedAt) return undefined
  return say('Confirm your address', confirm(await link('confirm_email', '/confirm-email'), forgotten))
}

const confirm = (link: string, page: string) => `Somebody has made a Waypost account with this address.

If that was you, open this page and confirm it within 24 hours:

${link}

If it was not, do nothing, or take the account over: ask for a new password at

${page}

Whatever was made in it before is then off until you have looked at it.
`

const reset = (link: string) => `Somebody wants a new password for the Waypost account of this address.

If that is you, open this page and choose one within the hour:

${link}

If it is not, do nothing: the password stays as it is.
`

const changed = (
  page: string,
) => `The password of your Waypost account was changed. Every other browser is signed out, and every token that was issued
before is refused.

If that was not you, ask for a new one:

${page}
`

const recovered = (
  page: string,
) => `The password of your Waypost account was changed, every browser is signed out, and every token that was issued before
is refused.

API keys, webhooks and forwarding that the account already had are switched off, because somebody else may have made
them. Sign in to keep or delete each of them:

${page}
`

const deleted = `Your Waypost account is closed, as you have asked: its keys and tokens no longer work, and its data is being deleted.
`
