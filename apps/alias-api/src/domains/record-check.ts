import { asc, eq } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { releaseDomain } from '../cells/claim-domain.ts'
import { domains } from '../db/tables.ts'
import type { MailServices } from '../services.ts'
import { announceLost } from './announce-lost.ts'
import { isWithout, type CheckedRecords } from './check-records.ts'
import { claimElsewhere } from './claim-elsewhere.ts'
import { textOf, type DomainRow } from './domain.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
export const firstPauseMs = minuteMs
const longestPauseMs = 6 * hourMs
const awaitedForMs = 7 * dayMs
const recheckAfterErrorMs = hourMs
const betweenFailuresMs = 12 * hourMs
const failuresThatCount = 3

export interface RecordedCheck {
  row: DomainRow
  /** The records are right, but another account has verified the domain, and its token is still there. */
  isTaken: boolean
}

/**
 * Records the result of a check. Both records make a domain verified. Where another account has it, the domain moves if
 * that account's token is gone: the domain has changed hands. Otherwise that account's domain is checked again at once.
 * Live data of an account takes a domain from test data of others in the same way, also where it has it already.
 * With cells, the same holds for accounts in other databases, who learn it at their next check, which is at once.
 * Without a rival only records that are definitely missing or wrong, at three checks twelve hours apart, unverify a
 * domain. Whoever loses a domain is told, by an event and by e-mail.
 *
 * @param options `isAskedFor`: requested by the owner, which restarts the waiting period
 * @returns undefined where the domain was deleted in the meantime
 */
export async function recordCheck(
  tx: Db,
  services: Pick<MailServices, 'clock' | 'outbox' | 'work' | 'systemMail' | 'directory'>,
  { id, ownerId, domain }: Pick<DomainRow, 'id' | 'ownerId' | 'domain'>,
  { checks: { mx, txt }, texts }: CheckedRecords,
  { now, isAskedFor }: { now: number; isAskedFor: boolean },
): Promise<RecordedCheck | undefined> {
  // Locks the rows of all accounts that have the domain, so that of two who verify it at the same moment one
  // succeeds.
  const rivals = await tx
    .select()
    .from(domains)
    .where(eq(domains.domain, domain))
    .orderBy(asc(domains.id))
    .for('no key update')
  const current = rivals.find((row) => row.id === id)
  if (!current) return undefined

  const { accountId, mode } = accountOf(ownerId)
  const holder = rivals.find(
    (row) => row.status === 'verified' && row.id !== id && accountOf(row.ownerId).mode === mode,
  )
  const isComplete = mx === 'found' && txt === 'found'
  const isUnknown = !isComplete && [mx, txt].every((finding) => finding === 'found' || finding === 'unknown')
  const hasMoved = isComplete && holder !== undefined && isWithout(texts, textOf(holder))
  if (hasMoved) {
    await tx.update(domains).set(lost(now)).where(eq(domains.id, holder.id))
    await announceLost(tx, services, holder, 'moved')
  }
  const isHeldHere = isComplete && holder !== undefined && !hasMoved
  const isProved = isComplete && !isHeldHere
  const elsewhere = await claimElsewhere(tx, services, current, { isProved, texts, rivals, now })
  const isTaken = isHeldHere || (isComplete && elsewhere !== undefined)
  const change =
    elsewhere !== undefined && current.status === 'verified'
      ? lost(now)
      : isComplete && !isTaken
        ? verified(current, now)
        : current.status === 'pending'
          ? stillPending(isAskedFor ? now : (current.awaitedSince ?? current.createdAt).getTime(), now)
          : isUnknown
            ? { nextCheckAt: new Date(now + recheckAfterErrorMs) }
            : failed(current, now)
  const [row] = await tx
    .update(domains)
    .set({ checkedAt: new Date(now), ...change })
    .where(eq(domains.id, id))
    .returning()
  if (current.status === 'verified' && row!.status === 'pending') {
    await announceLost(tx, services, current, elsewhere ? 'moved' : 'records_missing')
    await releaseDomain(services.directory, tx, id)
  }
  if (isComplete && !isTaken && mode === 'live')
    for (const other of rivals.filter(isTestOfOthers(accountId)))
      if (isWithout(texts, textOf(other))) await loseTestDomain(tx, services, other, now)
  if (isHeldHere)
    await tx
      .update(domains)
      .set({ nextCheckAt: new Date(now) })
      .where(eq(domains.id, holder.id))
  return { row: row!, isTaken }
}

const isTestOfOthers =
  (accountId: string) =>
  ({ status, ownerId }: DomainRow): boolean => {
    const other = accountOf(ownerId)
    return status === 'verified' && other.mode === 'test' && other.accountId !== accountId
  }

async function loseTestDomain(
  tx: Db,
  services: Parameters<typeof announceLost>[1] & Pick<MailServices, 'directory'>,
  row: DomainRow,
  now: number,
): Promise<void> {
  await tx.update(domains).set(lost(now)).where(eq(domains.id, row.id))
  await announceLost(tx, services, row, 'moved')
  await releaseDomain(services.directory, tx, row.id)
}

type Change = Partial<DomainRow>

function verified({ status, verifiedAt }: DomainRow, now: number): Change {
  return {
    status: 'verified',
    verifiedAt: status === 'verified' ? verifiedAt : new Date(now),
    nextCheckAt: new Date(now + dayMs),
    failures: 0,
    failedAt: null,
  }
}

/** Schedules the next check after half of the time waited so far. */
function stillPending(since: number, now: number): Change {
  const waitedMs = now - since
  if (waitedMs >= awaitedForMs) return { nextCheckAt: null }
  const pauseMs = Math.min(Math.max(waitedMs / 2, firstPauseMs), longestPauseMs)
  return { awaitedSince: new Date(since), nextCheckAt: new Date(now + pauseMs) }
}

function failed({ failures, failedAt }: DomainRow, now: number): Change {
  const isCounted = failedAt === null || now - failedAt.getTime() >= betweenFailuresMs
  const counted = { failures: failures + 1, failedAt: new Date(now) }
  if (!isCounted) return { nextCheckAt: new Date(failedAt.getTime() + betweenFailuresMs) }
  if (counted.failures < failuresThatCount)
    return { ...counted, nextCheckAt: new Date(now + betweenFailuresMs) }
  return lost(now)
}

/** Its records are waited for again, as when it was added. */
const lost = (now: number): Change => ({
  status: 'pending',
  verifiedAt: null,
  failures: 0,
  failedAt: null,
  awaitedSince: new Date(now),
  nextCheckAt: new Date(now + firstPauseMs),
})
