import type { Logger } from '@waypost/http'
import { watchDue, type WatchedWork } from '@waypost/postgres'
import { sql } from 'drizzle-orm'
import { checkDueDomains } from '../domains/check-due-domains.ts'
import { releaseHeld } from '../sending/release-held.ts'
import {
  checkDkimKeys,
  domainsWithoutKey,
  ensureDkimKeys,
  type KeyCheckServices,
} from '../signing/check-dkim-keys.ts'
import type { MailServices } from '../services.ts'

type Watched = MailServices & KeyCheckServices

const everyMs = 10_000

/** What the mail process looks for, in every process at once. */
export function mailTasks(services: Watched): WatchedWork[] {
  const now = () => new Date(services.clock.now())
  return [
    {
      name: 'make DKIM keys',
      work: () => ensureDkimKeys(services),
      // In a cell, keys of the first database are copied, which only that one tells.
      among: () => (services.directory?.isCell ? sql`select` : domainsWithoutKey(services)),
    },
    {
      name: 'check DKIM keys',
      work: whileAny(() => checkDkimKeys(services)),
      among: () => sql`select from alias.dkim_keys where next_check_at <= ${now()}`,
    },
    {
      name: 'check domains',
      work: whileAny(() => checkDueDomains(services)),
      among: () => sql`select from alias.domains where next_check_at <= ${now()} and platform_domain is null`,
    },
    {
      name: 'release held mail',
      work: whileAny(() => releaseHeld(services)),
      among: () => sql`select from alias.held_outbound`,
    },
  ]
}

/** Repeats a work until there is nothing left of it. */
const whileAny =
  (work: () => Promise<number>): WatchedWork['work'] =>
  async (stopping) => {
    while (!stopping.aborted && (await work()) > 0);
  }

/**
 * Makes and checks DKIM keys, checks the records of domains, and queues held messages of accounts that may send again.
 *
 * @returns stops it, once what is under way is done
 */
export const watchMail = (services: Watched, logger: Logger): (() => Promise<void>) =>
  watchDue(services.db, mailTasks(services), {
    everyMs,
    onError: (error, task) => logger.warn({ err: error, task }, 'could not do what is due'),
  })
