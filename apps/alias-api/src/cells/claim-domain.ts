import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { accountOf } from '../accounts/owner.ts'
import { takenDomains } from '../db/directory-tables.ts'
import { domains } from '../db/tables.ts'
import type { Directory } from './directory.ts'

type Wanted = Pick<typeof domains.$inferSelect, 'id' | 'ownerId' | 'domain' | 'verificationToken'>

/** The account that has a domain verified. */
export type DomainHolder = Pick<
  typeof takenDomains.$inferSelect,
  'accountId' | 'domainId' | 'verificationToken'
>

/**
 * Claims a domain over all databases for the account that has proved it.
 *
 * @param mayTake whether a domain may be taken from another account
 * @returns the account that has it instead, or that has lost it to this one
 */
export async function claimDomain(
  directory: Directory,
  tx: Db,
  wanted: Wanted,
  mayTake: (holder: DomainHolder) => boolean,
): Promise<{ isClaimed: boolean; holder: DomainHolder | undefined }> {
  const first = await directory.first(tx)
  const { accountId, mode } = accountOf(wanted.ownerId)
  const { domain, id: domainId, verificationToken } = wanted
  for (;;) {
    const holder = await findHolderIn(first, wanted)
    if (holder && !mayTake(holder)) return { isClaimed: false, holder }
    const claimed = await first
      .insert(takenDomains)
      .values({ domain, mode, accountId, domainId, verificationToken })
      .onConflictDoUpdate({
        target: [takenDomains.domain, takenDomains.mode],
        set: { accountId, domainId, verificationToken },
        setWhere: or(
          eq(takenDomains.accountId, accountId),
          holder && eq(takenDomains.domainId, holder.domainId),
        ),
      })
      .returning({ domain: takenDomains.domain })
    // Otherwise another account was faster.
    if (claimed.length > 0) return { isClaimed: true, holder }
  }
}

/** Another account that has a domain verified, in any of the databases. */
export async function findHolder(
  directory: Directory,
  tx: Db,
  wanted: Pick<Wanted, 'ownerId' | 'domain'>,
): Promise<DomainHolder | undefined> {
  return findHolderIn(await directory.first(tx), wanted)
}

async function findHolderIn(
  first: Db,
  { ownerId, domain }: Pick<Wanted, 'ownerId' | 'domain'>,
): Promise<DomainHolder | undefined> {
  const { accountId, mode } = accountOf(ownerId)
  const [taken] = await first
    .select()
    .from(takenDomains)
    .where(and(eq(takenDomains.domain, domain), eq(takenDomains.mode, mode)))
  if (taken) return taken.accountId === accountId ? undefined : taken
  // One that was verified before there were cells.
  const [older] = await first
    .select()
    .from(domains)
    .where(
      and(
        eq(domains.domain, domain),
        eq(domains.status, 'verified'),
        sql`split_part(${domains.ownerId}, ':', 1) = ${mode}`,
      ),
    )
  if (!older || accountOf(older.ownerId).accountId === accountId) return undefined
  return {
    accountId: accountOf(older.ownerId).accountId,
    domainId: older.id,
    verificationToken: older.verificationToken,
  }
}

/** Releases a domain that its account has verified no longer. */
export async function releaseDomain(
  directory: Directory | undefined,
  tx: Db,
  domainId: string,
): Promise<void> {
  if (!directory) return
  const first = await directory.first(tx)
  await first.delete(takenDomains).where(eq(takenDomains.domainId, domainId))
}

/** Has the records of a domain checked again at once, in whichever database it is. */
export async function checkHolderAgain(
  directory: Directory,
  { accountId, domainId }: DomainHolder,
  now: number,
): Promise<void> {
  try {
    const db = await directory.findDatabase(accountId)
    await db
      ?.update(domains)
      .set({ nextCheckAt: new Date(now) })
      .where(eq(domains.id, domainId))
  } catch (error) {
    // It is checked every day.
    directory.warn(error)
  }
}
