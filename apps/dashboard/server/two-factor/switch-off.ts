import { eq } from 'drizzle-orm'
import { totpFactors } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { StepUp } from './two-factor.ts'
import { withStepUp } from './with-step-up.ts'

/** Switches the second step off, and deletes its key and recovery codes. */
export async function switchOff(
  services: Services,
  session: Session,
  given: StepUp,
  address: string,
): Promise<void> {
  await withStepUp(services, session, given, address, async (inside, { id, email }) => {
    await inside.db.delete(totpFactors).where(eq(totpFactors.accountId, id))
    await enqueueSystemEmail(inside.db, inside, 'two_factor_off', email)
  })
  services.events.twoFactorOff(session.account.id)
}
