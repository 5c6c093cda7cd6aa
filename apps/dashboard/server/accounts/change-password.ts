import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { accounts } from '../db/tables.ts'
import { enqueueSystemEmail } from '../system-mail/enqueue-system-email.ts'
import type { Services } from '../services.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'
import type { Session } from '../sessions/session.ts'
import { checkOwnPassword } from './check-own-password.ts'

/** Changes the password and signs out all other browsers. */
export async function changePassword(
  services: Services,
  session: Session,
  { password, newPassword }: { password: string; newPassword: string },
  address: string,
): Promise<void> {
  const { db, passwords, events } = services
  const known = await checkOwnPassword(services, session, password, address)
  const passwordHash = await passwords.hash(newPassword)
  await db.transaction(async (tx) => {
    await endAllSessions(tx, services, known.id, { except: session.id })
    const changed = await tx
      .update(accounts)
      .set({ passwordHash })
      .where(and(eq(accounts.id, known.id), eq(accounts.passwordHash, known.passwordHash)))
      .returning({ id: accounts.id })
    if (changed.length === 0) throw new DomainError('forbidden', 'The password is wrong')
    await enqueueSystemEmail(tx, services, 'password_changed', known.email)
  })
  services.revocations.soon()
  events.passwordChanged(known.id)
}
