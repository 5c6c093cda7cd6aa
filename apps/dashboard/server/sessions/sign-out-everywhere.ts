import type { Services } from '../services.ts'
import { endAllSessions } from './end-all-sessions.ts'

/** This browser included, and the clients that logged in for tokens. */
export async function signOutEverywhere(services: Services, accountId: string): Promise<void> {
  await services.db.transaction((tx) => endAllSessions(tx, services, accountId))
  services.revocations.soon()
}
