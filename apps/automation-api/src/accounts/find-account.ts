import { eq, sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import { accounts } from '../db/tables.ts'

/** What admission has to know of an account. */
export interface AdmittedAccount {
  /** The epoch before which its JWTs are refused. */
  tokenEpoch: number
  /** The cell that has its data; null: this database. */
  cell: string | null
}

/** Read for every request, so that a revocation or a move applies at once; undefined for one that this database knows nothing of. */
export const findAccount = perDatabase((db) => {
  const statement = db
    .select({ tokenEpoch: accounts.tokenEpoch, cell: accounts.cell })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder('ownerId')))
    .prepare('find_account')
  return async (ownerId: string): Promise<AdmittedAccount | undefined> => {
    const [account] = await statement.execute({ ownerId })
    return account
  }
})
