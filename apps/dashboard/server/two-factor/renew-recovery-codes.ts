import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import type { StepUp } from './two-factor.ts'
import { withStepUp } from './with-step-up.ts'

/** Replaces the recovery codes, whether or not any are left. */
export async function renewRecoveryCodes(
  services: Services,
  session: Session,
  given: StepUp,
  address: string,
): Promise<string[]> {
  const codes = await withStepUp(services, session, given, address, async (inside, { id, email }) => {
    await enqueueSystemEmail(inside.db, inside, 'recovery_codes_replaced', email)
    return replaceRecoveryCodes(inside.db, id)
  })
  services.events.recoveryCodesReplaced(session.account.id)
  return codes
}
