import { and, eq, gt } from 'drizzle-orm'
import type { Duplex } from 'node:stream'
import { sessions } from '../db/tables.ts'
import type { Services } from '../services.ts'
import type { Session } from '../sessions/session.ts'

const everyMs = 5000

/** Closes a connection when the sign-in that has opened it ends. */
export function closeWithSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: Pick<Session, 'id'>,
  socket: Duplex,
  lookEveryMs = everyMs,
): void {
  const look = async (): Promise<void> => {
    const isOpen = and(eq(sessions.id, id), gt(sessions.expiresAt, new Date(clock.now())))
    const found = await db.select({ id: sessions.id }).from(sessions).where(isOpen)
    if (found.length === 0) socket.destroy()
  }
  // A database that does not answer for a moment is no reason to close it.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs)
  socket.on('close', () => clearInterval(timer))
}
