import type { Services } from '../services.ts'
import { endAllSessions } from './end-all-sessions.ts'

/** Signs out every browser, including this one, and every client with refresh tokens. */
export async function signOutEverywhere(services: Services, accountId: string): Promise<void> {
  await services.db.transaction((tx) => endAllSessions(tx, services, accountId))
  services.revocations.soon()
}
