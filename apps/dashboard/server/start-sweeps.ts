import { poll } from '@waypost/concurrency'
import type { Logger, Stop } from '@waypost/http'
import { revokeLeftKeys } from './automation-keys/revoke-left-keys.ts'
import { createSweep, type Sweep } from './create-sweep.ts'
import { deleteExpired } from './delete-expired.ts'
import { eraseClosedAccounts } from './erasure/erase-closed-accounts.ts'
import { sendNotices } from './notices/send-notices.ts'
import type { Services } from './services.ts'
import { drainDueEmails } from './system-mail/drain-due-emails.ts'
import { sendRevocations } from './token-revocations/send-revocations.ts'
import { upstreams } from './upstreams/upstream.ts'

const retryEveryMs = 15_000
const cleanUpEveryMs = 10 * 60_000

/**
 * Starts the background work. It runs at once when a request triggers it, and periodically for retries and for work that
 * another process left behind.
 */
export function startSweeps(
  given: Omit<Services, 'revocations' | 'erasure'>,
  { logger, onStop }: { logger: Logger; onStop: (stop: Stop) => void },
): { services: Services; keySweep: Sweep } {
  const sweep = (work: () => Promise<void>, failure: string): Sweep => {
    const made = createSweep(work, (error) => logger.warn({ err: error }, failure))
    onStop(() => made.close())
    return made
  }
  const repeat = (everyMs: number, ...sweeps: Sweep[]): void => {
    const timer = setInterval(() => sweeps.forEach((each) => each.soon()), everyMs)
    onStop(async () => clearInterval(timer))
  }

  const oldMail = sweep(() => drainDueEmails(given), 'could not queue the mails of the version before')
  const erasure = sweep(() => eraseClosedAccounts(services), 'could not erase accounts')
  const services: Services = { ...given, revocations: { soon: () => revocations.wake() }, erasure }
  const revocations = poll(
    () => sendRevocations(services),
    retryEveryMs,
    (error) => logger.warn({ err: error }, 'could not revoke tokens'),
  )
  onStop(revocations.stop)
  // One for each, so that a service that does not answer holds up no mail of the other one.
  const notices = upstreams.map((upstream) =>
    sweep(() => sendNotices(services, upstream), `could not queue the mails of the ${upstream.name} service`),
  )
  const keySweep = sweep(
    () => revokeLeftKeys(services),
    'could not delete the keys of sign-ins that have ended',
  )
  const expiry = sweep(() => deleteExpired(services), 'could not delete what has expired')
  repeat(retryEveryMs, oldMail, erasure, ...notices)
  repeat(cleanUpEveryMs, keySweep, expiry)
  return { services, keySweep }
}
