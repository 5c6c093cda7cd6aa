import { joinTransaction } from '@waypost/postgres'
import { newKeyMailsPerEmail } from '../attempts/limits.ts'
import { tellOwner } from '../notices/tell-owner.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import type { Upstream } from './upstream.ts'

/**
 * Tells the owner of an account about an API key that a browser has created. The key exists by now, and it is in this
 * answer alone, so a failure goes to the log and not to the browser.
 *
 * @param ip the client's IP address
 */
export async function tellAboutKey(
  services: Services,
  { account: { id, email, emailConfirmed } }: Session,
  { name: service }: Upstream,
  ip: string,
): Promise<void> {
  if (!emailConfirmed) return
  try {
    await services.db.transaction((tx) =>
      tellOwner({ ...services, db: joinTransaction(tx) }, newKeyMailsPerEmail, email, {
        kind: 'new_api_key',
        service,
        ip,
      }),
    )
  } catch (error) {
    services.events.ownerNotTold(id, error)
  }
}
