import type { Db } from '@waypost/postgres'
import { checkHolderAgain, claimDomain, findHolder, type DomainHolder } from '../cells/claim-domain.ts'
import type { MailServices } from '../services.ts'
import { isWithout, type CheckedRecords } from './check-records.ts'
import { textOf, type DomainRow } from './domain.ts'

interface Proof {
  /** Whether the records are right, and nobody in this database has the domain any more. */
  isProved: boolean
  texts: CheckedRecords['texts']
  /** The rows of all who have the domain in this database, locked. */
  rivals: DomainRow[]
  now: number
}

/**
 * Claims a domain over the other databases where it is proved, and otherwise looks whether one of them has it by now. As in
 * one database, it moves where the token of whoever has it is gone.
 *
 * @returns the account of another database that has it
 */
export async function claimElsewhere(
  tx: Db,
  { directory }: Pick<MailServices, 'directory'>,
  row: DomainRow,
  { isProved, texts, rivals, now }: Proof,
): Promise<DomainHolder | undefined> {
  if (!directory) return undefined
  if (!isProved) return row.status === 'verified' ? findHolder(directory, tx, row) : undefined
  const isRival = (holder: DomainHolder) => rivals.some(({ id }) => id === holder.domainId)
  const { isClaimed, holder } = await claimDomain(
    directory,
    tx,
    row,
    (other) => isRival(other) || isWithout(texts, textOf(other)),
  )
  // It loses the domain there, or is to show that it has it still. Nobody waits for another database.
  if (holder && !isRival(holder)) void checkHolderAgain(directory, holder, now)
  return isClaimed ? undefined : holder
}
