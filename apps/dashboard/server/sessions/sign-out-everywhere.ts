import type { Services } from '../services.ts'
import { endAllSessions } from './end-all-sessions.ts'

/** This browser included, and the clients that logged in for tokens. */
export async function signOutEverywhere({ db }: Services, accountId: string): Promise<void> {
  await db.transaction((tx) => endAllSessions(tx, accountId))
}
