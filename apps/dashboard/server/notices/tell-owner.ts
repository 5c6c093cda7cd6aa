import { newId } from '@waypost/postgres'
import type { AttemptLimit } from '../attempts/limits.ts'
import { tryAttempt } from '../attempts/try-attempt.ts'
import type { Services } from '../services.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { BrowserNotice, KeyNotice } from './notice.ts'

type Stamp = 'id' | 'at'

/**
 * Queues an e-mail to the owner of an account about what somebody did who is signed in to it, if the transaction of
 * `services` commits. Beyond the limit it is left out: whoever knows the password could fill the mailbox.
 */
export async function tellOwner(
  services: Services,
  limit: AttemptLimit,
  email: string,
  about: Omit<BrowserNotice, Stamp> | Omit<KeyNotice, Stamp>,
): Promise<void> {
  if (!(await tryAttempt(services, limit, email))) return
  const at = new Date(services.clock.now()).toISOString()
  await enqueueSystemEmail(services.db, services, about.kind, email, { ...about, id: newId(), at })
}
