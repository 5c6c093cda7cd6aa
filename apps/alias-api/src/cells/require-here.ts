import { eq } from 'drizzle-orm'
import { unavailable } from '@waypost/http'
import { accounts } from '../db/tables.ts'
import type { Services } from '../services.ts'

/**
 * Refuses an account whose data is in another database or is being moved. The first database has everybody of whom it does not
 * know where else he is; a cell has only those who were opened in it.
 *
 * @throws `unavailable`
 */
export async function requireHere(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  accountId: string,
): Promise<void> {
  const [account] = await db.select({ cell: accounts.cell }).from(accounts).where(eq(accounts.id, accountId))
  const isHere = account ? account.cell === null : directory?.isCell !== true
  if (!isHere) throw unavailable()
}
